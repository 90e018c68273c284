import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import { listStaffCorrections } from '#server/contract/staff/corrections.ts'
import { pageNumberOf } from '#app/page-number.ts'
import { filtersIn } from '../../access/filters.server.ts'
import { staffApi } from '../../access/staff-api.server.ts'
import { ListTable } from '../../parts/list-table.tsx'
import { Field } from '../../parts/field.tsx'
import { FilterForm } from '../../parts/filter-form.tsx'
import { Moment } from '../../parts/moment.tsx'
import { Page } from '../../parts/page.tsx'
import { staffMeta } from '../../parts/staff-meta.ts'
import { correctionStateNames } from '../../parts/state-names.ts'
import { correctionPath, correctionsPath } from '../../paths.ts'
import { fieldText, type Correction } from './correction-texts.ts'

export const meta: MetaFunction<typeof loader> = (page) => staffMeta('纠错', page)

/** `/staff/corrections/`: reports of errors, those that wait unless another state is asked for. */
export async function loader(args: LoaderFunctionArgs) {
  const filters = filtersIn(args.request, ['state', 'school_id'])
  const { list, problem } = await staffApi(args).loadList(listStaffCorrections, {
    ...filters,
    page: pageNumberOf(args.request),
  })
  return { list, problem, filters }
}

const columns = [
  {
    label: '哪里不对',
    isHeading: true,
    cell: (row: Correction) => (
      <Link to={correctionPath(row.id)}>
        {fieldText(row)}：{row.wrong}
      </Link>
    ),
  },
  { label: '学校', cell: ({ school }: Correction) => school.name },
  { label: '时间', noWrap: true, cell: ({ created_at }: Correction) => <Moment at={created_at} /> },
  {
    label: '状态',
    cell: ({ state, contact }: Correction) => (
      <>
        <span className={state === 'received' ? 'tag warn' : 'tag'}>{correctionStateNames[state]}</span>
        {contact ? <span className="tag">留了电话</span> : null}
      </>
    ),
  },
]

const stateChoices = (['corrected', 'unchanged'] as const).map((state) => ({
  value: state,
  label: correctionStateNames[state],
}))

export default function CorrectionsPage() {
  const { list, problem, filters } = useLoaderData<typeof loader>()
  const form = { values: filters, problem }
  return (
    <Page
      title="纠错"
      intro="访客报告的错误，先报的在前。文字只用来核实，不公开。"
      done={{ answered: '答复已存。' }}
    >
      <FilterForm path={correctionsPath} isFiltered={Object.keys(filters).length > 0} problem={problem}>
        <Field label="状态" name="state" form={form} choices={stateChoices} none="待核实" />
        <Field label="学校编号" name="school_id" form={form} inputMode="numeric" pattern="[0-9]*" />
      </FilterForm>
      <ListTable
        caption="纠错"
        columns={columns}
        list={list}
        unit="条"
        problem={problem}
        keyOf={({ id }) => id}
        empty={filters['state'] === undefined ? '没有待核实的纠错。' : '没有符合条件的纠错。'}
      />
    </Page>
  )
}
