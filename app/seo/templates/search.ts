import type { Template } from '../template.ts'

/** Texts of the route `search`. */
export const searchTemplate: Template = {
  title: '{extra1}搜索学校',
  keywords: '搜索学校,国际学校搜索,{city}学校搜索',
  description: '按中文名、英文名、简称、拼音或曾用名搜索深圳、广州、佛山、惠州、珠海、东莞和北京的学校。',
}
