import type { Template } from '../template.ts'

/** Texts of the route `course`. */
export const courseTemplate: Template = {
  title: '{course}{city}国际课程学校_{year}{city}国际课程指南',
  keywords: '{course}{city}国际课程,{city}IB学校,{city}A-Level学校,{city}AP学校',
  description:
    '{course}{city}有哪些学校开设、怎样评估、适合怎样的孩子、升学方向如何:{year}{city}国际课程说明与学校名单。',
}
