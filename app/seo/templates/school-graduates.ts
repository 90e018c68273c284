import type { Template } from '../template.ts'

/** Texts of the route `schoolGraduates`. */
export const schoolGraduatesTemplate: Template = {
  title: '{school}毕业生_{extra3}_毕业去向{extra2}',
  keywords: '{school}毕业生,{school}毕业去向,{school}升学',
  description: '{school}({extra3})毕业生的去向、专业与他们自己的讲述{extra1}{extra2}。',
}
