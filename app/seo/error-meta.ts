import type { MetaDescriptor } from '@remix-run/node'
import { pageMeta } from './page-meta.ts'
import type { Template } from './template.ts'

/** Texts of the route `notFound`. */
export const notFoundTemplate: Template = {
  title: '页面不存在',
  keywords: '页面不存在,择校,国际学校',
  description: '页面可能已下线,或网址有误。可以搜索学校,或按城市查看学校列表。',
}

/** Meta of error pages; never indexed. */
export function errorMeta(status: number, siteName: string | undefined): MetaDescriptor[] {
  if (status === 404) return pageMeta(notFoundTemplate, { siteName })
  const title = status === 410 ? '内容已撤下' : '页面出错了'
  return [
    { title: siteName === undefined ? title : `${title}_${siteName}` },
    { name: 'robots', content: 'noindex' },
  ]
}
