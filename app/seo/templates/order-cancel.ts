import type { Template } from '../template.ts'

/** Texts of the route `orderCancel`. */
export const orderCancelTemplate: Template = {
  title: '取消申请',
  keywords: '取消预约,撤回授权',
  description: '用申请编号和手机验证码取消预约或咨询,不需要账号。',
}
