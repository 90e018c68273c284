import type { LoaderFunctionArgs } from '@remix-run/node'
import {
  checkInPath,
  comparePath,
  favouritesPath,
  litePathPrefix,
  loginPath,
  logoutPath,
  orderFormPath,
  personalPath,
  searchPath,
  signDetailPath,
} from '#app/paths.ts'
import { fileResponse } from '#app/seo/file-response.server.ts'
import { originOf } from '#app/seo/origin.server.ts'

/** User agents, named one by one, since crawlers read only the group that names them; all get the same rules. */
const robots = [
  'Baiduspider',
  'Sogou web spider',
  '360Spider',
  'YisouSpider',
  'Bytespider',
  'bingbot',
  'Googlebot',
  '*',
]

/** Disallowed paths: private pages, search results, and what is no page. */
const disallowed = [
  '/api/',
  comparePath(),
  checkInPath('exhibitor'),
  litePathPrefix,
  loginPath(),
  logoutPath,
  favouritesPath,
  orderFormPath,
  checkInPath('parent'),
  personalPath(),
  searchPath(),
  signDetailPath(),
  '/*?modal=',
  '/*&modal=',
]

/** `/robots.txt` */
export function loader({ context, request }: LoaderFunctionArgs): Response {
  const text = [
    ...robots.map((name) => `User-agent: ${name}`),
    ...disallowed.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${originOf({ context, request })}/sitemap.xml`,
    '',
  ].join('\n')
  return fileResponse(request, { type: 'text/plain; charset=utf-8', version: [text], body: () => text })
}
