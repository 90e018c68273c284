import type { Template } from '../template.ts'

/** Texts of the route `topList`. */
export const topListTemplate: Template = {
  title: '{year}{city}国际学校排名_{city}国际学校榜单',
  keywords: '{city}国际学校排名,{city}国际学校榜单,{city}十大国际学校,{extra1}',
  description: '{year}{city}国际学校榜单,公开评分方法与数据年份:{extra2}等学校的课程、学费与评分。{extra3}',
}
