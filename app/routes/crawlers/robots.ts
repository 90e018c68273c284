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

/** Robots that read one group only, the one that names them: all of them read the same. */
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

/** What belongs to one visitor, answers to what was typed, and what is no page. */
const closed = [
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
    ...closed.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${originOf({ context, request })}/sitemap.xml`,
    '',
  ].join('\n')
  return fileResponse(request, { type: 'text/plain; charset=utf-8', version: [text], body: () => text })
}
