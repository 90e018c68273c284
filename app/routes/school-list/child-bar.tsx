import type { Term } from '#server/contract/vocabulary.ts'
import { childFormPath, childPath } from '#app/child/child-address.ts'
import { ChildFields } from '#app/child/child-fields.tsx'
import { useRememberedChild } from '#app/child/use-remembered-child.ts'
import { PageForm, PageLink } from '#app/ui/page-link.tsx'
import { fieldsOf, noFilters, type Filters } from './filters.ts'
import { listHref, type ListScope } from './list-scope.ts'
import styles from './child-bar.module.css'

type Props = {
  scope: ListScope
  filters: Filters
  /** The child in words; undefined when the list speaks for nobody. */
  label: string | undefined
  /** Where the child's way may begin. */
  places: readonly Term[]
}

/** For which child the list speaks, with a form that changes it and a button that clears it; else the form to say it. */
export function ChildBar({ scope, filters, label, places }: Props) {
  const remembered = useRememberedChild()
  const back = listHref(scope, { ...filters, page: 1 })
  return (
    <div className={styles.bar}>
      {/* Closed again on the list that its form leads to. */}
      <details key={back}>
        <summary>
          {label === undefined ? (
            '按孩子看：能不能报、要多少钱'
          ) : (
            <>
              <span>修改</span>
              <b>{label}</b>
            </>
          )}
        </summary>
        <ChildForm scope={scope} filters={filters} places={places} back={back} />
      </details>
      {label === undefined ? (
        remembered === undefined ? null : (
          <PageLink to={listHref(scope, { ...filters, child: remembered, page: 1 })}>用上次填的</PageLink>
        )
      ) : (
        <form method="post" action={childPath}>
          <input
            type="hidden"
            name="back"
            value={listHref(scope, {
              ...filters,
              child: noFilters.child,
              eligible: noFilters.eligible,
              page: 1,
            })}
          />
          <button name="clear" value="1">
            清除
          </button>
        </form>
      )}
    </div>
  )
}

type FormProps = Pick<Props, 'scope' | 'filters' | 'places'> & { back: string }

/** Who the child is, as a plain GET form of the list itself; its other fields are those of the address. */
function ChildForm({ scope, filters, places, back }: FormProps) {
  const { bus, year } = filters.child
  return (
    <PageForm action={listHref(scope)} aria-label="为谁看">
      {fieldsOf({ ...filters, child: { year, bus }, page: 1 }).map(([name, value]) => (
        <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
      ))}
      <ChildFields child={filters.child} places={places}>
        <button className="button">按这个孩子看</button>
        <a href={childFormPath(back)}>更多：别的年级或年份、校车、定位</a>
      </ChildFields>
    </PageForm>
  )
}
