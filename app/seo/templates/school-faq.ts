import type { Template } from '../template.ts'

/** Texts of the route `schoolFaq`. */
export const schoolFaqTemplate: Template = {
  title: '{school}问答_{extra3}_家长最关心的问题{extra2}',
  keywords: '{school}问答,{school}常见问题',
  description: '家长关于{school}({extra3})的提问与学校、顾问的回答{extra1}{extra2}。',
}
