import type { Template } from '../template.ts'

/** Texts of the route `exhibitors`. */
export const exhibitorsTemplate: Template = {
  title: '参展方签到',
  keywords: '参展方签到,择校活动',
  description: '择校活动现场的参展学校和机构签到:选择活动,填写姓名和电话,或扫入场码。',
}
