import { useLocation } from '@remix-run/react'
import { useEffect, type RefObject } from 'react'

/** Stores which boxes of an article's checklists are ticked, in this browser alone, and ticks them again on the next visit. */
export function useStoredChecklist(text: RefObject<HTMLElement>): void {
  const { pathname, search } = useLocation()
  useStoredTicks(text, `${pathname}${new URLSearchParams(search).get('topic') ?? ''}`)
}

/**
 * The same of any element's boxes, under a name. A box is known by its value, else by its label: one that moves stays
 * ticked, and one in its place does not become so. Another name needs another element.
 */
export function useStoredTicks(list: RefObject<HTMLElement>, name: string): void {
  const key = `checklist:${name}`
  useEffect(() => {
    const element = list.current
    const boxes = () => [...(element?.querySelectorAll<HTMLInputElement>('input[type=checkbox]') ?? [])]
    const ticked = readTicked(key)
    for (const box of boxes()) if (ticked.includes(idOf(box))) box.checked = true
    const store = () =>
      storeTicked(
        key,
        boxes().flatMap((box) => (box.checked ? idOf(box) : [])),
      )
    element?.addEventListener('change', store)
    return () => element?.removeEventListener('change', store)
  }, [list, key])
}

function idOf(box: HTMLInputElement): string {
  return box.getAttribute('value') ?? box.labels?.[0]?.textContent?.trim() ?? ''
}

function readTicked(key: string): unknown[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
    return Array.isArray(stored) ? stored : []
  } catch {
    return []
  }
}

function storeTicked(key: string, ticked: readonly string[]): void {
  try {
    if (ticked.length === 0) localStorage.removeItem(key)
    else localStorage.setItem(key, JSON.stringify(ticked))
  } catch {
    // Storage is full or forbidden: the ticks are forgotten.
  }
}
