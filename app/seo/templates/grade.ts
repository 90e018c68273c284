import type { Template } from '../template.ts'

/** Texts of the route `grade`. */
export const gradeTemplate: Template = {
  title: '{year}{city}{extra1}国际学校_按学段选学校',
  keywords: '{city}国际幼儿园,{city}国际小学,{city}国际初中,{city}国际高中',
  description:
    '{year}{city}国际学校按幼儿园、小学、初中、高中学段查看:每个学段有哪些学校、学费区间和课程方向。',
}
