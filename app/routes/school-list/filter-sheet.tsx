import { useLocation } from '@remix-run/react'
import { useEffect, useRef, useState, type KeyboardEvent, type MouseEvent, type ReactNode } from 'react'
import { Icon } from '#app/ui/icon.tsx'
import styles from './school-list.module.css'

/** From this width on, in px, the filters stand beside the list. */
const sideBySideMinPx = 900
const reachable = 'a[href], button, input:not([type="hidden"]), select'

type Props = {
  /** Number of active filters. */
  chosen: number
  /** Content between the summary and its panel. */
  between: ReactNode
  children: ReactNode
}

/**
 * The filters in a disclosure; beside the list on wide pages, a full-screen sheet on phones, which its summary closes
 * without scripts. With scripts it traps the focus, Escape and 关闭 close it, and submitting does.
 */
export function FilterSheet({ chosen, between, children }: Props) {
  const { details, panel, isOpen, setOpen } = useDisclosure()
  const summary = useRef<HTMLElement>(null)
  const shut = () => {
    setOpen(false)
    summary.current?.focus()
  }
  const keys = (event: KeyboardEvent) => {
    if (event.key === 'Escape') shut()
    if (event.key === 'Tab' && panel.current !== null) trapFocus(event, panel.current)
  }
  const follow = ({ target }: MouseEvent) => {
    if (target instanceof Element && target.closest('a') !== null) setOpen(false)
  }
  const sheet = isOpen
    ? {
        role: 'dialog',
        'aria-modal': true,
        'aria-label': '筛选',
        onKeyDown: keys,
        onClick: follow,
        onSubmit: () => setOpen(false),
      }
    : {}
  return (
    <>
      <details
        ref={details}
        className={isOpen ? styles.toggle : `${styles.toggle} ${styles.plain}`}
        open={isOpen}
        onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      >
        <summary ref={summary} className="button quiet">
          <Icon name="filter" />
          筛选{chosen === 0 ? '' : ` ${chosen}`}
        </summary>
      </details>
      {between}
      <div ref={panel} className={styles.filters} {...sheet}>
        {isOpen ? <SheetTop onClose={shut} /> : null}
        {children}
      </div>
    </>
  )
}

/** State of the disclosure; it closes with navigation, and when the phone is rotated. */
function useDisclosure() {
  const details = useRef<HTMLDetailsElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const [isOpen, setOpen] = useState(false)
  const { key } = useLocation()
  const [shownKey, setShownKey] = useState(key)
  if (shownKey !== key) {
    setShownKey(key)
    setOpen(false)
  }
  // It may have been opened before hydration.
  useEffect(() => setOpen(details.current?.open === true), [])
  useEffect(() => {
    if (!isOpen) return undefined
    const widen = () => {
      if (window.innerWidth >= sideBySideMinPx) setOpen(false)
    }
    window.addEventListener('resize', widen)
    return () => window.removeEventListener('resize', widen)
  }, [isOpen])
  return { details, panel, isOpen, setOpen }
}

function SheetTop({ onClose }: { onClose: () => void }) {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => button.current?.focus(), [])
  return (
    <p className={styles.top}>
      筛选
      <button ref={button} type="button" onClick={onClose}>
        关闭
      </button>
    </p>
  )
}

function trapFocus(event: KeyboardEvent, panel: HTMLElement): void {
  const all = [...panel.querySelectorAll<HTMLElement>(reachable)]
  const [first, last] = [all[0], all[all.length - 1]]
  const [from, to] = event.shiftKey ? [first, last] : [last, first]
  if (document.activeElement !== from) return
  event.preventDefault()
  to?.focus()
}
