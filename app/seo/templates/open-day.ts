import type { Template } from '../template.ts'

/** Texts of the route `openDay`. */
export const openDayTemplate: Template = {
  title: '{year}{city}国际学校开放日_探校预约{extra1}',
  keywords: '{city}国际学校开放日,{city}探校,{city}校园开放日预约',
  description: '{year}{city}国际学校开放日日历:时间、地点、名额与预约,一次安排好全家的探校行程。',
}
