import type { Template } from '../template.ts'

/** Texts of the route `newsDetail`. */
export const newsDetailTemplate: Template = {
  title: '{title}_{city}国际学校资讯',
  keywords: '{title},{city}国际学校资讯',
  description: '{extra1}{title}:{city}国际学校资讯与择校参考。',
}
