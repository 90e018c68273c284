import type { Template } from '../template.ts'

/** Texts of the route `privacy`. */
export const privacyTemplate: Template = {
  title: '隐私政策',
  keywords: '隐私政策,个人信息保护',
  description: '我们收集哪些信息、用来做什么、保存多久、您怎样查询、更正、撤回与删除。',
}
