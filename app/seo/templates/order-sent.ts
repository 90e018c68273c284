import type { Template } from '../template.ts'

/** Texts of the route `orderSent`. */
export const orderSentTemplate: Template = {
  title: '申请已收到',
  keywords: '申请编号,预约参观',
  description: '您的申请编号、接下来的安排和取消的方式。',
}
