import {
  useEffect,
  useRef,
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
  type RefObject,
  useLayoutEffect,
} from 'react'
import styles from '#app/leads/order-form.module.css'
import { Icon } from '#app/ui/icon.tsx'
import { isPlainClick } from '#app/navigation/client-side-urls.ts'
import { tapTolerance } from '#app/navigation/tap-tolerance.ts'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import { canShowModal } from './can-show-modal.ts'
import { useCloseModal } from './use-close-modal.ts'

type Props = {
  title: string
  /** Address of the page without the dialog. */
  closeHref: string
  children: ReactNode
}

/**
 * A modal dialog at an address of its own. As the server renders it, and where an engine has no modal dialogs, an
 * open `<dialog>` over an inert page. Back, Escape, 关闭 and a click outside close it.
 */
export function PageDialog({ title, closeHref, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const isHydrated = useHydrated()
  const isModal = isHydrated && canShowModal()
  const close = useCloseModal(closeHref)
  useBrowserLayoutEffect(() => {
    const shown = dialog.current
    if (!isHydrated || shown === null) return undefined
    const before = document.activeElement
    if (isModal) shown.showModal()
    // The heading is read first, and a field that is typed into stays focused; the engine would focus 关闭.
    const first = shown.contains(before) ? before : shown.querySelector('h2')
    if (first instanceof HTMLElement) first.focus({ preventScroll: true })
    // Both return the focus to the element that had it; the page under the dialog is inert until this commit ends.
    return () => {
      if (isModal) shown.close()
      else void Promise.resolve().then(() => focusAgain(before))
    }
  }, [isHydrated, isModal])
  useEscape(isModal, close)
  const closeOnTapOutside = useTapOutside(dialog, close)
  return (
    <>
      {isModal ? null : <div className={styles.scrim} {...closeOnTapOutside} />}
      <dialog
        ref={dialog}
        className={styles.dialog}
        open={isModal ? undefined : true}
        data-toasts={isModal || undefined}
        aria-labelledby="modal-title"
        {...closeOnTapOutside}
        onClickCapture={focusField}
        onCancel={(event) => {
          event.preventDefault()
          close()
        }}
        // Engines close a dialog themselves at the second Escape.
        onClose={close}
      >
        <div className={styles.top}>
          <h2 id="modal-title" tabIndex={-1}>
            {title}
          </h2>
          <a
            className={styles.close}
            href={closeHref}
            onClick={(event) => {
              if (!isPlainClick(event)) return
              event.preventDefault()
              close()
            }}
          >
            <Icon name="close" /> 关闭
          </a>
        </div>
        {children}
      </dialog>
    </>
  )
}

function focusAgain(before: Element | null): void {
  if (before instanceof HTMLElement) before.focus({ preventScroll: true })
}

/** Follows a link to a field of the dialog, as an error summary has, without a history entry: Back would stay here. */
function focusField(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest('a[href^="#"]') : null
  const field = document.getElementById(link?.getAttribute('href')?.slice(1) ?? '')
  if (field === null || !isPlainClick(event)) return
  event.preventDefault()
  field.focus()
}

/** Closes on Escape where the engine does not. */
function useEscape(isModal: boolean, close: () => void): void {
  const latest = useRef(close)
  useEffect(() => {
    latest.current = close
  })
  useEffect(() => {
    if (isModal) return undefined
    const leave = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') latest.current()
    }
    document.addEventListener('keydown', leave)
    return () => document.removeEventListener('keydown', leave)
  }, [isModal])
}

/**
 * Handlers of the dialog, whose backdrop is part of it, and of the scrim of engines without one, for a click outside: one
 * that neither moved nor began inside.
 */
function useTapOutside(dialog: RefObject<HTMLDialogElement>, onTap: () => void) {
  const start = useRef<{ x: number; y: number }>()
  const end = useRef<{ x: number; y: number }>()
  const at = ({ clientX, clientY }: PointerEvent) => ({ x: clientX, y: clientY })
  return {
    onPointerDown: (event: PointerEvent) => (start.current = at(event)),
    onPointerUp: (event: PointerEvent) => (end.current = at(event)),
    onClick: ({ target, currentTarget }: MouseEvent) => {
      const [from, to, box] = [start.current, end.current, dialog.current]
      if (target !== currentTarget || box === null || from === undefined || to === undefined) return
      const { left, right, top, bottom } = box.getBoundingClientRect()
      const isInside = from.x >= left && from.x <= right && from.y >= top && from.y <= bottom
      if (!isInside && Math.hypot(to.x - from.x, to.y - from.y) <= tapTolerance) onTap()
    },
  }
}

/** `useLayoutEffect` in browsers; `useEffect` on the server, where React warns of layout effects. */
const useBrowserLayoutEffect = typeof document === 'undefined' ? useEffect : useLayoutEffect
