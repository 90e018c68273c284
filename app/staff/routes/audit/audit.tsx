import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import { listAudit } from '#server/contract/staff/audit.ts'
import { pageNumberOf } from '#app/page-number.ts'
import { assertFactorNotAsked } from '../../access/file-response.server.ts'
import { filtersIn } from '../../access/filters.server.ts'
import { staffApi } from '../../access/staff-api.server.ts'
import { ListTable } from '../../parts/list-table.tsx'
import { Diff } from '../../parts/diff.tsx'
import { Field } from '../../parts/field.tsx'
import { FilterForm } from '../../parts/filter-form.tsx'
import { Moment } from '../../parts/moment.tsx'
import { Page } from '../../parts/page.tsx'
import { StaffForm, SubmitButton } from '../../parts/staff-form.tsx'
import { staffMeta } from '../../parts/staff-meta.ts'
import { auditFilePath, auditPath } from '../../paths.ts'
import { askedFilters, filterNames } from './audit-filters.ts'
import {
  commandChoices,
  commandText,
  detailNames,
  fieldNames,
  fieldValueText,
  isAutomatic,
  kindChoices,
  recordText,
} from './audit-texts.ts'

export const meta: MetaFunction<typeof loader> = (page) => staffMeta('记录', page)

/** `/staff/audit/`: who did what, by pages, commands and imports. */
export async function loader(args: LoaderFunctionArgs) {
  const filters = filtersIn(args.request, filterNames)
  assertFactorNotAsked(args.request, { action: auditFilePath, values: filters })
  const { list, problem } = await staffApi(args).loadList(listAudit, {
    ...askedFilters(filters),
    page: pageNumberOf(args.request),
  })
  return { list, problem, filters }
}

/** All rows about one record. */
function recordPath(record: string): string {
  const [kind = '', ...id] = record.split(':')
  const isKnown = kindChoices.some(({ value }) => value === kind)
  const query = isKnown ? { kind, record: id.join(':') } : { record }
  return `${auditPath}?${new URLSearchParams(query).toString()}`
}

type Row = ReturnType<typeof useLoaderData<typeof loader>>['list']['items'][number]

const columns = [
  { label: '时间', cell: ({ at }: Row) => <Moment at={at} />, noWrap: true },
  {
    label: '谁',
    cell: ({ who, staff_id, command }: Row) =>
      staff_id === undefined && !isAutomatic(command) ? `${who}（命令行）` : who,
  },
  { label: '做了什么', cell: ({ command }: Row) => commandText(command) },
  {
    label: '对象',
    cell: ({ record }: Row) =>
      record === undefined ? '—' : <Link to={recordPath(record)}>{recordText(record)}</Link>,
  },
  { label: '内容', cell: (record: Row) => <Content record={record} /> },
]

function Content({ record: { record, changes, labels, details, rows } }: { record: Row }) {
  const facts = Object.entries(details)
  const textOf = (field: string, value: unknown) => fieldValueText(field, value, record)
  return (
    <>
      {changes === undefined ? null : (
        <Diff changes={changes} labels={{ ...fieldNames, ...labels }} textOf={textOf} />
      )}
      {facts.length === 0 ? null : (
        <p className="soft">
          {facts.map(([name, value]) => `${detailNames[name] ?? name}：${textOf(name, value)}`).join('；')}
        </p>
      )}
      {rows < 2 ? null : <p className="soft">{rows} 行</p>}
    </>
  )
}

export default function AuditPage() {
  const { list, problem, filters } = useLoaderData<typeof loader>()
  const form = { values: filters, problem }
  return (
    <Page
      title="记录"
      intro="谁在什么时候做了什么：页面、命令和导入都在这里，只增不改。"
      actions={
        <StaffForm action={auditFilePath} reloadDocument>
          {Object.entries(filters).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <SubmitButton tone="quiet">下载 CSV</SubmitButton>
        </StaffForm>
      }
    >
      <FilterForm path={auditPath} isFiltered={Object.keys(filters).length > 0} problem={problem}>
        <Field label="谁" name="who" form={form} />
        <Field label="做了什么" name="what" form={form} choices={commandChoices} none="全部" />
        <Field label="对象的种类" name="kind" form={form} choices={kindChoices} none="全部" />
        <Field label="对象的编号" name="record" form={form} hint="先选种类" />
        <Field label="从哪天" name="from" form={form} type="date" />
        <Field label="到哪天" name="to" form={form} type="date" />
      </FilterForm>
      <ListTable
        caption="操作记录"
        columns={columns}
        list={list}
        unit="条"
        problem={problem}
        keyOf={({ id }) => id}
        empty="没有符合条件的记录。"
      />
    </Page>
  )
}
