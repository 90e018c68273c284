import { useLocation } from '@remix-run/react'
import { useEffect, type RefObject } from 'react'

/** Stores which boxes of an article's checklists are ticked, in this browser alone, and ticks them again on the next visit. */
export function useStoredChecklist(text: RefObject<HTMLElement>): void {
  const { pathname, search } = useLocation()
  const key = `checklist:${pathname}${new URLSearchParams(search).get('topic') ?? ''}`
  useEffect(() => {
    const element = text.current
    const boxes = () => [...(element?.querySelectorAll<HTMLInputElement>('input[type=checkbox]') ?? [])]
    const ticked = readTicked(key)
    for (const [at, box] of boxes().entries()) if (ticked.includes(at)) box.checked = true
    const store = () =>
      storeTicked(
        key,
        boxes().flatMap(({ checked }, at) => (checked ? at : [])),
      )
    element?.addEventListener('change', store)
    return () => element?.removeEventListener('change', store)
  }, [text, key])
}

function readTicked(key: string): unknown[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
    return Array.isArray(stored) ? stored : []
  } catch {
    return []
  }
}

function storeTicked(key: string, ticked: readonly number[]): void {
  try {
    if (ticked.length === 0) localStorage.removeItem(key)
    else localStorage.setItem(key, JSON.stringify(ticked))
  } catch {
    // Storage is full or forbidden: the ticks are forgotten.
  }
}
