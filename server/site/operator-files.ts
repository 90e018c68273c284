import { openStaticFiles, type StaticFiles } from './static-files.ts'

type Given = {
  /** Files of the operator, which may not be there. */
  folder: string
  /** Who is told of weaknesses: an address of mail or of a page; absent: there is no security.txt. */
  securityContact: string | undefined
  publicOrigin: string | undefined
  now: () => Date
}

/** Where RFC 9116 has the contact for weaknesses. */
const securityPath = '/.well-known/security.txt'
const ownName = /^\/(?:\.well-known\/)?[\w-][\w.-]*$/
const dayMs = 24 * 3600_000

/**
 * The files of the build, and behind them what the operator gives: files of a folder by which search engines and others verify
 * who owns the site, and security.txt. The folder is listed at the start; only names in it and below /.well-known/ are served.
 */
export async function withOperatorFiles(build: StaticFiles, given: Given): Promise<StaticFiles> {
  const own = await openStaticFiles(given.folder)
  const isOwn = (pathname: string) => ownName.test(pathname) && own.has(pathname)
  const isSecurity = (pathname: string) => pathname === securityPath && given.securityContact !== undefined
  return {
    has: (pathname) => build.has(pathname) || isOwn(pathname) || isSecurity(pathname),
    answer(request, pathname) {
      const file =
        build.answer(request, pathname) ?? (isOwn(pathname) ? own.answer(request, pathname) : undefined)
      if (file !== undefined || !isSecurity(pathname)) return file
      return request.method === 'GET' || request.method === 'HEAD' ? securityText(request, given) : undefined
    },
  }
}

/** The text ends half a year from today, as RFC 9116 wants it to end within a year. */
function securityText(request: Request, { securityContact = '', publicOrigin, now }: Given): Response {
  const ends = new Date((Math.floor(now().getTime() / dayMs) + 180) * dayMs)
  const lines = [
    `Contact: ${securityContact.includes('://') ? securityContact : `mailto:${securityContact}`}`,
    `Expires: ${ends.toISOString()}`,
    'Preferred-Languages: zh, en',
    ...(publicOrigin === undefined ? [] : [`Canonical: ${publicOrigin}${securityPath}`]),
    '',
  ]
  return new Response(request.method === 'HEAD' ? null : lines.join('\n'), {
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'public, max-age=3600' },
  })
}
