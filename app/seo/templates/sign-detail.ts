import type { Template } from '../template.ts'

/** Texts of the route `signdetail`. */
export const signDetailTemplate: Template = {
  title: '签到详情',
  keywords: '签到详情,择校活动',
  description: '查看一次活动签到的时间和场次,以及本场的参展学校和近期开放日。',
}
