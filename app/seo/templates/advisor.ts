import type { Template } from '../template.ts'

/** Texts of the route `advisor`. */
export const advisorTemplate: Template = {
  title: '择校小帮美_一对一择校顾问',
  keywords: '择校顾问,一对一择校,{city}择校咨询',
  description: '小帮美择校顾问:了解孩子的情况,给出学校名单、探校安排与时间表。',
}
