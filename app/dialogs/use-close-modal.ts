import { useLocation, useNavigate } from '@remix-run/react'
import { useRef } from 'react'
import { isOpenedHere } from './modal-link.tsx'

/** Closes a modal form, once: back to the page it was opened from, else replaces its history entry with `closeHref`. */
export function useCloseModal(closeHref: string): () => void {
  const navigate = useNavigate()
  const { state } = useLocation()
  const isLeft = useRef(false)
  return () => {
    if (isLeft.current) return
    isLeft.current = true
    if (isOpenedHere(state)) navigate(-1)
    else navigate(closeHref, { replace: true, preventScrollReset: true })
  }
}
