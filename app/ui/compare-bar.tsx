import { useLocation } from '@remix-run/react'
import { comparePath } from '#app/paths.ts'
import { useRootData } from '#app/root-data.ts'
import styles from './compare-bar.module.css'

/** How many schools wait in the compare basket and the way to them; nothing while it is empty, and on its own page. */
export function CompareBar() {
  const count = useRootData()?.basket?.length ?? 0
  const { pathname, search } = useLocation()
  if (count === 0 || pathname.startsWith(comparePath())) return null
  return (
    <form className={styles.bar} method="post" action={comparePath()} aria-label="对比栏">
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
