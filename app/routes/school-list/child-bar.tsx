import { childFormPath, childPath } from '#app/child/child-address.ts'
import { useRememberedChild } from '#app/child/use-remembered-child.ts'
import { PageLink } from '#app/ui/page-link.tsx'
import { noFilters, type Filters } from './filters.ts'
import { listHref, type ListScope } from './list-scope.ts'
import styles from './child-bar.module.css'

type Props = {
  scope: ListScope
  filters: Filters
  /** The child in words; undefined when the list speaks for nobody. */
  label: string | undefined
}

/** For which child the list speaks, with ways to change and clear that; else an offer to say it. */
export function ChildBar({ scope, filters, label }: Props) {
  const remembered = useRememberedChild()
  const back = listHref(scope, { ...filters, page: 1 })
  if (label !== undefined) {
    const plain = { ...filters, child: noFilters.child, eligible: noFilters.eligible, page: 1 }
    return (
      <form className={styles.bar} method="post" action={childPath} aria-label="为谁看">
        <p>
          <b>{label}</b>
        </p>
        <a href={childFormPath(back)}>修改</a>
        <input type="hidden" name="back" value={listHref(scope, plain)} />
        <button name="clear" value="1">
          清除
        </button>
      </form>
    )
  }
  return (
    <p className={styles.bar}>
      <a href={childFormPath(back)}>按孩子看：能不能报、要多少钱</a>
      {remembered === undefined ? null : (
        <PageLink to={listHref(scope, { ...filters, child: remembered, page: 1 })}>用上次填的</PageLink>
      )}
    </p>
  )
}
