import { documentHeaders } from './documents.ts'

/** Trailing slash redirect of a document; undefined for data requests and files. */
export function redirectToSlash(request: Request): Response | undefined {
  if (request.method !== 'GET' && request.method !== 'HEAD') return undefined
  const { pathname, search } = new URL(request.url)
  if (pathname.endsWith('/') || /\.[a-z0-9]{2,12}$/i.test(pathname)) return undefined
  return new Response(null, {
    status: 301,
    headers: { location: `${pathname}/${search}`, ...documentHeaders },
  })
}
