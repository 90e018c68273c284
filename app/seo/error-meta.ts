import type { MetaDescriptor } from '@remix-run/node'
import { pageMeta } from './page-meta.ts'
import { notFoundTemplate } from '#app/seo/templates/not-found.ts'

/** The meta descriptors of a page that could not be shown; never indexed. */
export function errorMeta(status: number, siteName: string | undefined): MetaDescriptor[] {
  if (status === 404) return pageMeta(notFoundTemplate, { siteName })
  const title = status === 410 ? '内容已撤下' : '页面出错了'
  return [
    { title: siteName === undefined ? title : `${title}_${siteName}` },
    { name: 'robots', content: 'noindex' },
  ]
}
