import { useLocation } from '@remix-run/react'
import { useLayoutEffect, useState } from 'react'
import { pageKeyOf } from './client-side-urls.ts'

/** The page that was shown last in this document; an error page brings components of its own. */
let shownPage: string | undefined

/**
 * Tells those who cannot see it that another page is there, and gives its heading the focus. Remix leaves the focus where
 * the pressed link was.
 */
export function RouteAnnouncer() {
  const location = useLocation()
  const [title, setTitle] = useState('')
  // A form over a page has a focus of its own.
  const page = pageKeyOf(location)
  useLayoutEffect(() => {
    const isOther = shownPage !== undefined && shownPage !== page
    shownPage = page
    if (!isOther) return undefined
    const heading = document.querySelector('h1')
    if (heading !== null) {
      heading.tabIndex = -1
      heading.focus({ preventScroll: true })
    }
    const timer = setTimeout(() => setTitle(document.title))
    return () => clearTimeout(timer)
  }, [page])
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an <output> belongs to a form
    <div role="status" className="vh" data-announcer="">
      {title}
    </div>
  )
}
