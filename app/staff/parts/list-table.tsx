import type { FormProblem } from '#app/forms/form-problem.ts'
import { DataTable, type DataTableProps } from './data-table.tsx'
import { Pager, type PagerProps } from './pager.tsx'

type Props<Row> = Omit<DataTableProps<Row>, 'rows'> & {
  list: PagerProps['list'] & { items: readonly Row[] }
  /** What is counted: 人, 条. */
  unit: string
  /** Why the filters were refused: then there is no list to show. */
  problem?: FormProblem | undefined
}

/** One page of a list, with its pagination. */
export function ListTable<Row>({ list, unit, problem, ...table }: Props<Row>) {
  if (problem !== undefined) return null
  return (
    <>
      <DataTable {...table} rows={list.items} />
      <Pager list={list} unit={unit} />
    </>
  )
}
