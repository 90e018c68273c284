import { useLocation } from '@remix-run/react'
import {
  createContext,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
  type ReactNode,
} from 'react'
import { createPortal } from 'react-dom'
import { OptionalBoundary } from './optional-boundary.tsx'
import { regionStyle, toastButtonStyle, toastStyle } from './toast-style.ts'

/** Default duration of a toast, in ms (specification section 9), and of one with 撤销. */
const defaultMs = 2000
const undoMs = 4000

type ToastOptions = {
  /** Takes back what the message reports: the toast has a button 撤销. */
  undo?: (() => void) | undefined
  durationMs?: number
}

/** Shows a message in the middle of the screen for a while, in the place of the one before. */
export type ShowToast = (message: string, options?: ToastOptions) => void

type ShownToast = ToastOptions & { key: number; message: string }

const ToastContext = createContext<ShowToast>(() => undefined)

/** Shows toasts; never the only place of a message that matters. */
export function useToast(): ShowToast {
  return useContext(ToastContext)
}

/** The page with its one region for toasts, which scripts alone bring. */
export function ToastProvider({ children }: { children: ReactNode }) {
  const [toast, setToast] = useState<ShownToast>()
  const count = useRef(0)
  const show = useCallback<ShowToast>((message, options) => {
    count.current += 1
    setToast({ ...options, key: count.current, message })
  }, [])
  const close = useCallback(() => setToast(undefined), [])
  return (
    <ToastContext.Provider value={show}>
      {children}
      <OptionalBoundary>
        <ToastRegion toast={toast} onClose={close} />
      </OptionalBoundary>
    </ToastContext.Provider>
  )
}

type RegionProps = { toast: ShownToast | undefined; onClose: () => void }

/** The live region of all toasts: screen readers announce changes in a region that exists already. */
function ToastRegion({ toast, onClose }: RegionProps) {
  const host = useToastHost()
  if (host === undefined) return null
  return createPortal(
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an <output> belongs to a form
    <div role="status" className="toasts" style={regionStyle}>
      {toast === undefined ? null : <Toast key={toast.key} toast={toast} onClose={onClose} />}
    </div>,
    host,
  )
}

/** Where toasts are seen: a modal dialog makes the rest of the page inert. Undefined until hydration is over. */
function useToastHost(): Element | undefined {
  // Dialogs open and close with the address.
  useLocation()
  return useSyncExternalStore(
    watchDialogs,
    () => document.querySelector('dialog[data-toasts]') ?? document.body,
    () => undefined,
  )
}

function watchDialogs(onChange: () => void): () => void {
  document.addEventListener('close', onChange, true)
  return () => document.removeEventListener('close', onChange, true)
}

type ToastProps = { toast: ShownToast; onClose: () => void }

function Toast({ toast, onClose }: ToastProps) {
  const { message, undo, durationMs = undo ? undoMs : defaultMs } = toast
  const [isPaused, setPaused] = useState(false)
  useTimeout(onClose, durationMs, isPaused)
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => fadeIn(box.current), [])
  const focusBefore = useRef<EventTarget | null>(null)
  const pause = useMemo(
    () => ({
      onPointerEnter: () => setPaused(true),
      onPointerLeave: () => setPaused(false),
      onFocus: ({ relatedTarget }: { relatedTarget: EventTarget | null }) => {
        focusBefore.current = relatedTarget
        setPaused(true)
      },
      onBlur: () => setPaused(false),
    }),
    [],
  )
  return (
    <div ref={box} className="toast" style={toastStyle} {...pause}>
      {message}
      {undo === undefined ? null : (
        <button
          type="button"
          style={toastButtonStyle}
          onClick={() => {
            onClose()
            // First, since what has the focus may show what is restored.
            undo()
            if (focusBefore.current instanceof HTMLElement) focusBefore.current.focus({ preventScroll: true })
          }}
        >
          撤销
        </button>
      )}
    </div>
  )
}

/** Calls back after so many ms; the time of a pause does not count. */
function useTimeout(onEnd: () => void, ms: number, isPaused: boolean): void {
  const leftMs = useRef(ms)
  useEffect(() => {
    if (isPaused) return undefined
    const startedAt = Date.now()
    const timer = setTimeout(onEnd, Math.max(0, leftMs.current))
    return () => {
      clearTimeout(timer)
      leftMs.current -= Date.now() - startedAt
    }
  }, [isPaused, onEnd])
}

/** Fades an element in; not with reduced motion, nor without the Web Animations API. */
function fadeIn(element: HTMLElement | null): void {
  if (element === null || !('animate' in element)) return
  if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) return
  element.animate([{ opacity: 0 }, { opacity: 1 }], { duration: 160, easing: 'ease-out' })
}
