import { useFetcher, useLocation } from '@remix-run/react'
import { childPath } from '#app/child/child-address.ts'
import { useForChild } from '#app/child/use-child.ts'
import { comparePath, loginPath, orderFormPath, personalPath, toggleComparePath } from '#app/paths.ts'
import { useVisitor } from '#app/visitor/visitor-state.tsx'
import styles from './compare-bar.module.css'
import { busyStyle, compareAction, useToggleSubmit } from '#app/toggles/use-toggle.ts'

/**
 * Bar with the number of schools in the compare basket and a link to them; hidden while it is empty, on the compare page,
 * and on forms and confirmations, which it would cover. An emptied basket can be restored.
 */
export function CompareBar() {
  const count = useVisitor().basket.length
  const { pathname } = useLocation()
  const isHidden =
    [comparePath(), orderFormPath, loginPath(), personalPath(), childPath].some((path) =>
      pathname.startsWith(path),
    ) || /\/(?:correction|note)\/$/.test(pathname)
  return count === 0 || isHidden ? null : <Bar count={count} />
}

function Bar({ count }: { count: number }) {
  const { pathname, search } = useLocation()
  const forChild = useForChild()
  const { state, submit } = useFetcher()
  const send = useToggleSubmit(compareAction, submit)
  const isBusy = state !== 'idle'
  return (
    <form
      className={styles.bar}
      method="post"
      action={toggleComparePath}
      aria-label="对比栏"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isBusy) send({ clear: '1' })
      }}
    >
      <input type="hidden" name="back" value={pathname + search} />
      <a className="button" href={forChild(comparePath())}>
        {count === 1 ? '再选 1 所就能对比' : `对比 ${count} 所`}
      </a>
      <button
        className="button quiet"
        name="clear"
        value="1"
        {...(isBusy ? { 'aria-busy': true, style: busyStyle } : {})}
      >
        清空
      </button>
    </form>
  )
}
