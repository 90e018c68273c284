import type { ChildQuery } from '#server/contract/child/child-query.ts'
import { gradeOfSlug } from '#server/contract/grades.ts'
import type { Term } from '#server/contract/vocabulary.ts'
import { childFormPath, childPath } from '#app/child/child-address.ts'
import { ChildFields } from '#app/child/child-fields.tsx'
import { useRememberedChildren } from '#app/child/use-remembered-child.ts'
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
  const [remembered, other] = useRememberedChildren()
  const back = listHref(scope, { ...filters, page: 1 })
  const { child, eligible } = noFilters
  const withoutChild = listHref(scope, { ...filters, child, eligible, page: 1 })
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
        {/* Without scripts the page of the child's form has it. */}
        {label === undefined || other === undefined ? null : <OtherChild child={other} back={withoutChild} />}
        <ChildForm scope={scope} filters={filters} places={places} back={back} />
      </details>
      {label === undefined ? (
        remembered === undefined ? null : (
          <PageLink to={listHref(scope, { ...filters, child: remembered, page: 1 })}>用上次填的</PageLink>
        )
      ) : (
        <form method="post" action={childPath}>
          <input type="hidden" name="back" value={withoutChild} />
          <button name="clear" value="1">
            清除
          </button>
        </form>
      )}
    </div>
  )
}

/** The button that shows the list for the other child that this browser remembers. */
function OtherChild({ child, back }: { child: ChildQuery; back: string }) {
  const grade = gradeOfSlug(child.grade ?? '')?.label
  return (
    <form method="post" action={childPath}>
      <input type="hidden" name="back" value={back} />
      <button className="button quiet" name="switch" value="1">
        {grade === undefined ? '换另一个孩子' : `换成上${grade}的孩子`}
      </button>
    </form>
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
