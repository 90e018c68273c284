import type { Template } from '../template.ts'

/** Texts of the route `schoolGraduate`. */
export const schoolGraduateTemplate: Template = {
  title: '{title}_{school}毕业生_{extra3}',
  keywords: '{title},{school}毕业生,{school}升学',
  description: '{school}({extra3})毕业生{title}{extra1}',
}
