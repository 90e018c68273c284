import type { Template } from '../template.ts'

/** Texts of the route `cooperation`. */
export const cooperationTemplate: Template = {
  title: '商务合作_学校与机构合作',
  keywords: '商务合作,学校合作,开放日合作',
  description: '学校、机构和活动主办方与我们合作的方式、原则与联系表单。',
}
