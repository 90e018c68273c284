import { Form } from '@remix-run/react'
import { useEffect, useRef, type RefObject } from 'react'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import { searchPath } from '../paths.ts'
import styles from './search-field.module.css'

/** Marks the links of what was found, among which the arrow keys move. */
export const foundMark = 'data-found'

/**
 * The field over everything that the member may see. It is posted, since names and phones stand in no address. With scripts `/`
 * moves the focus to it, and the arrow keys move between it and what was found.
 */
export function SearchField() {
  const field = useRef<HTMLInputElement>(null)
  useSearchKeys(field)
  return (
    <search className={styles.search}>
      <Form
        method="post"
        action={searchPath}
        className={styles.form}
        // What is typed next replaces it.
        onSubmit={() => field.current?.select()}
      >
        <input
          ref={field}
          className="field"
          type="search"
          name="q"
          aria-label="搜索后台"
          aria-keyshortcuts={useHydrated() ? '/' : undefined}
          placeholder="姓名、电话后四位、编号、学校、页面"
          maxLength={60}
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="search"
          required
        />
        <button className="button quiet" type="submit">
          搜索
        </button>
      </Form>
    </search>
  )
}

/** A key that follows another one so closely belongs to a scan, in ms. */
const scanMs = 200

function useSearchKeys(field: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    let lastAt = -scanMs
    const press = (event: KeyboardEvent) => {
      const { key, target, altKey, ctrlKey, metaKey, timeStamp } = event
      const isScan = timeStamp - lastAt < scanMs
      lastAt = timeStamp
      if (event.defaultPrevented || event.isComposing || altKey || ctrlKey || metaKey) return
      if (key === '/' && !isScan && !isTypedInto(target)) {
        event.preventDefault()
        field.current?.focus()
        field.current?.select()
      }
      if (key === 'ArrowDown' || key === 'ArrowUp') {
        if (target !== field.current && isTypedInto(target)) return
        const found = [...document.querySelectorAll<HTMLElement>(`[${foundMark}]`)]
        const at = found.findIndex((link) => link === target)
        const next = key === 'ArrowDown' ? found[at + 1] : at === 0 ? field.current : found[at - 1]
        if (found.length === 0 || next === undefined || next === null) return
        event.preventDefault()
        next.focus()
      }
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [field])
}

function isTypedInto(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input, textarea, select') !== null
}
