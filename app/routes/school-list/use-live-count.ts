import { useEffect, useRef, useState, type FormEvent } from 'react'
import { savesData } from '#app/navigation/connection.ts'
import type { LiveCount } from './facet-counts.ts'
import type { ListScope } from './list-scope.ts'

/** Debounce of changes, in ms. */
const debounceMs = 250

/**
 * Counts what a filter form would find while it is filled in. Nothing before the first change, and after a failure;
 * nothing is counted where data is saved. Outdated requests are cancelled.
 */
export function useLiveCount(scope: ListScope): {
  count: LiveCount | undefined
  onChange: (event: FormEvent<HTMLFormElement>) => void
} {
  const [count, setCount] = useState<LiveCount>()
  const asked = useRef<AbortController>()
  useEffect(() => () => asked.current?.abort(), [])
  const onChange = ({ currentTarget: form }: FormEvent<HTMLFormElement>) => {
    asked.current?.abort()
    setCount((before) => before && { ...before, total: undefined })
    if (savesData()) return
    const request = new AbortController()
    asked.current = request
    const { signal } = request
    const show = async () => {
      const { countSchools } = await import('./count-schools.ts')
      const found = await countSchools(form, scope, signal)
      if (!signal.aborted) setCount(found)
    }
    // A failure leaves the button with its word.
    const timer = setTimeout(() => void show().catch(() => undefined), debounceMs)
    signal.addEventListener('abort', () => clearTimeout(timer))
  }
  return { count, onChange }
}
