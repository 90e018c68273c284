import { useLocation } from '@remix-run/react'
import type { StaffRight } from '#server/contract/staff/roles.ts'
import type { FormProblem } from '#app/forms/form-problem.ts'
import { DataTable, type DataTableProps } from '../parts/data-table.tsx'
import { Pager, type PagerProps } from '../parts/pager.tsx'
import { StaffForm } from '../parts/staff-form.tsx'
import { batchPath } from '../paths.ts'
import { batchLists } from './batch-lists.ts'
import styles from './batch-table.module.css'
import { useSelection } from './use-selection.ts'

type Props<Row> = Omit<DataTableProps<Row>, 'rows' | 'pickTitle'> & {
  list: PagerProps['list'] & { items: readonly Row[] }
  /** The list, as `batchLists` names it. */
  name: string
  /** Rights of the member: without one for any act there is nothing to choose for. */
  rights: readonly StaffRight[]
  /** What a row's box is called. */
  titleOf: (row: Row) => string
  /** Why the filters were refused: then there is no list to show. */
  problem?: FormProblem | undefined
}

/**
 * One page of a list whose records are chosen by boxes, for an act with all of them. Plain boxes of one form, which is posted
 * to the page that asks first.
 */
export function BatchTable<Row>({ list, name, rights, titleOf, problem, ...table }: Props<Row>) {
  const { search } = useLocation()
  const { items, total } = list
  const shown = items.map(table.keyOf).join(',')
  const { around, count, onClick } = useSelection({ total, shown })
  const { unit = '', acts = [] } = batchLists[name] ?? {}
  const allowed = acts.filter(({ right }) => rights.includes(right))
  if (problem !== undefined) return null
  if (allowed.length === 0 || items.length === 0)
    return (
      <>
        <DataTable {...table} rows={items} />
        <Pager list={list} unit={unit} />
      </>
    )
  return (
    <div ref={around}>
      <StaffForm action={batchPath(name)} onClick={onClick} autoComplete="off">
        <input type="hidden" name="filter" value={search} />
        <input type="hidden" name="shown" value={shown} />
        <DataTable {...table} rows={items} pickTitle={titleOf} />
        <fieldset className={styles.bar} aria-label="选中的一起处理">
          <label className={styles.choice}>
            <input type="checkbox" name="page" value="1" /> 本页全选
          </label>
          {total > items.length ? (
            <label className={styles.choice}>
              <input type="checkbox" name="all" value="1" /> 全部 {total} {unit}
            </label>
          ) : null}
          <output className={styles.count}>{count === undefined ? '' : `已选 ${count} ${unit}`}</output>
          <div className={styles.acts}>
            {allowed.map(({ slug, label }) => (
              <button key={slug} className="button quiet" type="submit" name="act" value={slug}>
                {label}
              </button>
            ))}
          </div>
        </fieldset>
      </StaffForm>
      <Pager list={list} unit={unit} />
    </div>
  )
}
