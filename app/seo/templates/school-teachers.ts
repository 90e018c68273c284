import type { Template } from '../template.ts'

/** Texts of the route `schoolTeachers`. */
export const schoolTeachersTemplate: Template = {
  title: '{school}师资_{extra3}_教师团队{extra2}',
  keywords: '{school}师资,{school}老师,{school}外教',
  description: '{school}({extra3})的教师团队:学科、教龄与介绍{extra1}{extra2}。',
}
