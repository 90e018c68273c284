import { isRouteErrorResponse, useLocation } from '@remix-run/react'
import { useDocument } from '#app/remix/document-context.ts'
import { CityLinks } from './city-links.tsx'
import { Countdown } from './countdown.tsx'
import { NotFound } from './not-found.tsx'
import { SiteFrame } from './site-frame.tsx'

type Props = { error: unknown; status: number }

/** Remix's replacement for the message of a sanitized error in production. */
const sanitizedMessage = 'Unexpected Server Error'

/** The message of an error that may be shown to visitors. */
function messageOf(error: unknown): string | undefined {
  if (isRouteErrorResponse(error)) {
    const data: unknown = error.data
    const message = typeof data === 'object' && data !== null && 'message' in data ? data.message : undefined
    return typeof message === 'string' && message !== '' ? message : undefined
  }
  return error instanceof Error && error.message !== '' && error.message !== sanitizedMessage
    ? error.message
    : undefined
}

/**
 * Root error page inside the site's frame: the message, the request id, links. Unknown addresses get the not-found
 * page.
 */
export function FatalError({ error, status }: Props) {
  const { reference } = useDocument()
  const { pathname, search } = useLocation()
  const message = messageOf(error)
  return (
    <SiteFrame isError>
      {status === 404 || status === 410 ? (
        <NotFound message={message} gone={status === 410} />
      ) : (
        <main id="main" className="wrap">
          <h1>页面出错了</h1>
          <p>{message ?? '服务器没能完成这个页面，问题已经记录下来。'}</p>
          <p className="soft">
            您可以<a href={`${pathname}${search}`}>再试一次</a>，或者稍后再来。
          </p>
          {reference === '' ? null : (
            <p className="soft small" data-reference={reference}>
              反馈问题时请告诉我们编号：<code>{reference}</code>
            </p>
          )}
          {status >= 500 ? <Countdown /> : null}
          <nav className="section" aria-label="继续浏览">
            <CityLinks home="返回首页" />
          </nav>
        </main>
      )}
    </SiteFrame>
  )
}
