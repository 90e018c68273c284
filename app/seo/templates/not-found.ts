import type { Template } from '../template.ts'

/** Texts of the route `notFound`. */
export const notFoundTemplate: Template = {
  title: '页面不存在',
  keywords: '页面不存在,择校,国际学校',
  description: '您访问的页面不存在或已经搬走。可以搜索学校,或按城市查看学校列表。',
}
