import type { Template } from '../template.ts'

/** Texts of the route `schoolNews`. */
export const schoolNewsTemplate: Template = {
  title: '{title}_{school}动态_{extra3}_{extra2}',
  keywords: '{title},{school}动态',
  description: '{school}({extra3}){extra2}动态:{title}。{extra1}',
}
