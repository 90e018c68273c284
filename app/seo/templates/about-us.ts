import type { Template } from '../template.ts'

/** Texts of the route `aboutUs`. */
export const aboutUsTemplate: Template = {
  title: '关于我们_我们怎样帮家长择校',
  keywords: '关于我们,择校平台,国际学校信息',
  description: '我们是谁、信息从哪里来、怎样核对、怎样保持中立:一份给家长的说明。',
}
