import type { Template } from '../template.ts'

/** Texts of the route `parents`. */
export const parentsTemplate: Template = {
  title: '家长活动签到',
  keywords: '家长活动签到,择校活动',
  description: '择校活动现场的家长签到:选择活动,填写姓名和电话,或扫入场码。',
}
