import type { Template } from '../template.ts'

/** Texts of the route `planning`. */
export const planningTemplate: Template = {
  title: '{extra1}{year}{city}升学规划_国际学校升学路径',
  keywords: '{city}升学规划,{city}国际学校规划,择校规划',
  description: '{year}{city}家长的升学规划:不同学段转轨的时间点、课程衔接、考试与预算。',
}
