import type { Template } from '../template.ts'

/** Texts of the route `login`. */
export const loginTemplate: Template = {
  title: '登录',
  keywords: '登录,手机验证码登录',
  description: '用手机验证码登录,收藏学校、预约参观、查看我的申请。',
}
