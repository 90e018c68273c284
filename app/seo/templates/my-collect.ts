import type { Template } from '../template.ts'

/** Texts of the route `myCollect`. */
export const myCollectTemplate: Template = {
  title: '我的收藏',
  keywords: '我的收藏,收藏的学校',
  description: '我收藏的学校,可排序、对比和预约。',
}
