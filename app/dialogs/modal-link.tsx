import { useLinkClickHandler, useLocation, useNavigate } from '@remix-run/react'
import type { AnchorHTMLAttributes, MouseEvent } from 'react'

/** History state of an address that was opened over a page that is still there: Back closes it. */
const openedHere = { isModalOpenedHere: true }

/** Whether a location is that of a form which was opened over the page before it in the history. */
export function isOpenedHere(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'isModalOpenedHere' in state
}

/** The same page with a form over it: `query` as paths.ts builds it, such as `?modal=login`. */
function useModalSearch(query: string): string {
  const { search } = useLocation()
  return search === '' || search.includes('modal=') ? query : `${search}&${query.slice(1)}`
}

/** Opens a form over this page from a script, as ModalLink does. */
export function useOpenModal(query: string): () => void {
  const navigate = useNavigate()
  const search = useModalSearch(query)
  return () => {
    navigate({ search }, { state: openedHere, preventScrollReset: true })
  }
}

type Props = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> & { query: string }

/**
 * A link to this page with a form over it. The address stays as short as it can be in the document; with scripts the
 * router opens it in place.
 */
export function ModalLink({ query, children, ...link }: Props) {
  const search = useModalSearch(query)
  const open = useLinkClickHandler({ search }, { state: openedHere, preventScrollReset: true })
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    // Safari focuses no link that is clicked, and the dialog gives the focus back to what had it.
    event.currentTarget.focus({ preventScroll: true })
    open(event)
  }
  return (
    <a {...link} href={search} onClick={follow}>
      {children}
    </a>
  )
}
