import { useLocation } from '@remix-run/react'
import { useLayoutEffect, useState } from 'react'
import { pageKeyOf } from './client-side-urls.ts'

/** The page that was shown last in this document; module state, since an error page mounts components anew. */
let shownPage: string | undefined

/**
 * Route announcer: tells screen readers the title of a new page and focuses its heading. Remix leaves the focus at
 * the clicked link.
 */
export function RouteAnnouncer() {
  const location = useLocation()
  const [title, setTitle] = useState('')
  // Modals manage their focus themselves.
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
