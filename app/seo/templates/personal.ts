import type { Template } from '../template.ts'

/** Texts of the route `personal`. */
export const personalTemplate: Template = {
  title: '个人中心',
  keywords: '个人中心,我的资料',
  description: '查看我的资料、申请、收藏与授权。',
}
