import { useLinkClickHandler, useLocation, useNavigate } from '@remix-run/react'
import type { AnchorHTMLAttributes, MouseEvent } from 'react'

/** History state of a modal that was opened from the page below it: Back closes it. */
const openedHere = { isModalOpenedHere: true }

/** Whether a location's state says that its modal was opened from the page before it in the history. */
export function isOpenedHere(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'isModalOpenedHere' in state
}

/** The current query with a modal added: `query` as paths.ts builds it, such as `?modal=login`. */
function useModalSearch(query: string): string {
  const { search } = useLocation()
  return search === '' || search.includes('modal=') ? query : `${search}&${query.slice(1)}`
}

/** Returns a function that opens a modal as ModalLink does; one that is open is loaded again in its history entry. */
export function useOpenModal(query: string): () => void {
  const navigate = useNavigate()
  const location = useLocation()
  const search = useModalSearch(query)
  return () => {
    const isOpen = location.search.includes(query.slice(1))
    const options = isOpen ? { replace: true, state: location.state } : { state: openedHere }
    navigate({ search: isOpen ? location.search : search }, { ...options, preventScrollReset: true })
  }
}

type Props = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> & { query: string }

/**
 * A link that opens a modal over the current page. Its address in the document is relative and short; with scripts
 * the router opens it in place.
 */
export function ModalLink({ query, children, ...link }: Props) {
  const search = useModalSearch(query)
  const open = useLinkClickHandler({ search }, { state: openedHere, preventScrollReset: true })
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    // Safari does not focus clicked links, and the dialog returns the focus to the element that had it.
    event.currentTarget.focus({ preventScroll: true })
    open(event)
  }
  return (
    <a {...link} href={search} onClick={follow}>
      {children}
    </a>
  )
}
