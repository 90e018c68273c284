import { useEffect, useState, type FormEvent, type FormHTMLAttributes } from 'react'
import { flushSync } from 'react-dom'
import { requestTimeout } from '#app/request-timeout.ts'
import { useToast } from '#app/ui/toast.tsx'

type Props = Omit<FormHTMLAttributes<HTMLFormElement>, 'method'> & {
  /** Whether a fetcher is submitting the form. */
  isBusy?: boolean
}

/**
 * A form that is posted as a document navigation and guards against double submits: busy until the response replaces
 * the page or the request limit has passed. Offline it stays, with what was typed. Stored data is safe without this:
 * forms carry idempotency keys.
 */
export function PostForm({ isBusy = false, onSubmit, children, ...form }: Props) {
  const [isSent, setSent] = useState(false)
  const showToast = useToast()
  useEffect(() => {
    if (!isSent) return undefined
    const end = () => setSent(false)
    const timer = setTimeout(end, requestTimeout)
    // After Back the page may come from the bfcache, still busy.
    window.addEventListener('pageshow', end)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('pageshow', end)
    }
  }, [isSent])
  const send = (event: FormEvent<HTMLFormElement>) => {
    if (isSent || isBusy) return event.preventDefault()
    if (!navigator.onLine) {
      event.preventDefault()
      return showToast('网络断了，填写的内容都还在，连上后再点一次')
    }
    onSubmit?.(event)
    // Synchronously: the next click may come in the same task.
    if (!event.defaultPrevented) flushSync(() => setSent(true))
  }
  const isUnderWay = isSent || isBusy
  return (
    <form
      method="post"
      {...form}
      onSubmit={send}
      {...(isUnderWay ? { 'aria-busy': true, style: { opacity: 0.55, cursor: 'progress' } } : {})}
    >
      {children}
    </form>
  )
}

/** The button that submitted a form; undefined where the engine does not say (before Safari 15.4). */
export function submitterOf({ nativeEvent }: FormEvent<HTMLFormElement>): HTMLButtonElement | undefined {
  const submitter: unknown = Reflect.get(nativeEvent, 'submitter')
  return submitter instanceof HTMLButtonElement ? submitter : undefined
}
