import type { Template } from '../template.ts'

/** Texts of the route `compare`. */
export const compareTemplate: Template = {
  title: '{extra1}学校对比',
  keywords: '学校对比,国际学校对比,学费对比',
  description: '二到六所学校并排对比:学费、一年总费用、课程、班级人数、师生比、寄宿与地址,不同之处一目了然。',
}
