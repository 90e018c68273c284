import type { Template } from '../template.ts'

/** Texts of the route `order`. */
export const orderTemplate: Template = {
  title: '{title}{school}',
  keywords: '{title},{school},预约参观,择校咨询',
  description: '填写称呼和电话提交{title}{school},顾问会与您联系;不需要付费,随时可以取消。',
}
