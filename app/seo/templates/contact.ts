import type { Template } from '../template.ts'

/** Texts of the route `contact`. */
export const contactTemplate: Template = {
  title: '联系我们',
  keywords: '联系我们,择校咨询电话,择校咨询地址',
  description: '择校咨询的电话、地址和服务时间,以及反馈信息错误的方式。',
}
