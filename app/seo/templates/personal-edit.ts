import type { Template } from '../template.ts'

/** Texts of the route `personalEdit`. */
export const personalEditTemplate: Template = {
  title: '编辑资料',
  keywords: '编辑资料,个人资料',
  description: '修改昵称、城市与孩子的学段。',
}
