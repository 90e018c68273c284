import type { Template } from '../template.ts'

/** Texts of the route `newsList`. */
export const newsListTemplate: Template = {
  title: '{year}{city}国际学校资讯{extra1}_招生与择校动态',
  keywords: '{city}国际学校资讯,{city}国际学校招生,{city}择校动态',
  description: '{year}{city}国际学校招生政策、入学考试、校园活动和择校经验,最新资讯每周更新。',
}
