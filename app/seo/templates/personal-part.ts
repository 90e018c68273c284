import type { Template } from '../template.ts'

/** Texts of the route `personalPart`. */
export const personalPartTemplate: Template = {
  title: '{extra1}_个人中心',
  keywords: '{extra1},个人中心',
  description: '查看和管理{extra1}。',
}
