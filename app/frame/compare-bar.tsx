import { useFetcher, useLocation } from '@remix-run/react'
import { comparePath, toggleComparePath } from '#app/paths.ts'
import type { ToggleOutcome } from '#app/visitor/known-visitor.ts'
import { useVisitor } from '#app/visitor/visitor-state.tsx'
import styles from './compare-bar.module.css'
import { useToast } from '../ui/toast.tsx'
import { compareAction, useOutcome, useToggleSubmit } from '#app/toggles/use-toggle.ts'

/**
 * Bar with the number of schools in the compare basket and a link to them; hidden while it is empty, and on the
 * compare page. An emptied basket can be restored.
 */
export function CompareBar() {
  const count = useVisitor().basket.length
  const { pathname } = useLocation()
  // Not the bar's own, which is gone when its basket is empty.
  const { data, submit } = useFetcher<ToggleOutcome>({ key: 'compare-clear' })
  const showToast = useToast()
  useOutcome({ kind: 'compare', id: 0 }, data, ({ message, removed }) => {
    const restore = () => submit({ id: String(removed) }, { method: 'post', action: toggleComparePath })
    showToast(message, { undo: removed && restore })
  })
  return count === 0 || pathname.startsWith(comparePath()) ? null : <Bar count={count} submit={submit} />
}

type Props = { count: number; submit: Parameters<typeof useToggleSubmit>[1] }

function Bar({ count, submit }: Props) {
  const { pathname, search } = useLocation()
  const submitTo = useToggleSubmit(compareAction, submit)
  return (
    <form
      className={styles.bar}
      method="post"
      action={toggleComparePath}
      aria-label="对比栏"
      onSubmit={(event) => {
        event.preventDefault()
        submitTo({ clear: '1' })
      }}
    >
      <input type="hidden" name="back" value={pathname + search} />
      <a className="button" href={comparePath()}>
        {count === 1 ? '再选 1 所就能对比' : `对比 ${count} 所`}
      </a>
      <button className="button quiet" name="clear" value="1">
        清空
      </button>
    </form>
  )
}
