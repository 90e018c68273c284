import {
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from '@remix-run/node'
import { Link, useActionData, useLoaderData } from '@remix-run/react'
import { factTerms } from '#server/contract/catalogue/school-columns.ts'
import type { DataOf } from '#server/contract/endpoint.ts'
import { fewestSummed } from '#server/contract/not-known.ts'
import {
  checkFindings,
  drawFactChecks,
  factsOfMonth,
  listFactChecks,
  recordFactCheck,
} from '#server/contract/staff/fact-checks.ts'
import { labelOf } from '#server/contract/vocabulary.ts'
import { problemOf } from '#app/forms/form-problem.ts'
import { schoolPath } from '#app/paths.ts'
import { filtersIn } from '../../access/filters.server.ts'
import { readFields } from '../../access/posted-form.server.ts'
import { refused } from '../../access/refused.server.ts'
import { staffApi } from '../../access/staff-api.server.ts'
import { contentRowPath } from '../../content-paths.ts'
import { completenessPath, factChecksPath } from '../../fact-paths.ts'
import { DataTable } from '../../parts/data-table.tsx'
import type { FormState } from '../../parts/form-state.ts'
import { Moment } from '../../parts/moment.tsx'
import { Page, Section } from '../../parts/page.tsx'
import { StaffForm, SubmitButton } from '../../parts/staff-form.tsx'
import { staffMeta } from '../../parts/staff-meta.ts'
import { withDone } from '../../paths.ts'

export const meta: MetaFunction<typeof loader> = (page) => staffMeta('每月抽查', page)

/** `/staff/facts/checks/`: the sample of a month, each fact with what was found. */
export async function loader(args: LoaderFunctionArgs) {
  return staffApi(args).load(listFactChecks, filtersIn(args.request, ['month']))
}

/** Draws this month's sample, or records what was found of one fact. */
export async function action(args: ActionFunctionArgs) {
  const values = await readFields(args.request)
  const api = staffApi(args)
  const reply =
    values['intent'] === 'draw' ? await api.send(drawFactChecks, {}) : await api.send(recordFactCheck, values)
  if (!reply.ok) return refused({ values, problem: problemOf(reply) })
  throw redirect(
    withDone(factChecksPath(reply.data.month), values['intent'] === 'draw' ? 'drawn' : 'recorded'),
    303,
  )
}

type Data = DataOf<typeof listFactChecks>
type Month = Data['months'][number]
type Row = Data['items'][number]

const monthText = (day: string) => `${day.slice(0, 4)}年${Number(day.slice(5, 7))}月`

const monthColumns = [
  {
    label: '月份',
    isHeading: true,
    cell: ({ month }: Month) => <Link to={factChecksPath(month)}>{monthText(month)}</Link>,
  },
  { label: '抽取', align: 'right' as const, cell: ({ drawn }: Month) => `${drawn} 项` },
  ...checkFindings.map(({ slug, label }) => ({
    label,
    align: 'right' as const,
    cell: (row: Month) => `${row[slug]} 项`,
  })),
]

const columns = [
  {
    label: '学校',
    isHeading: true,
    cell: ({ school }: Row) => (
      <>
        <Link to={contentRowPath('schools', school.id)}>{school.name}</Link>{' '}
        <a href={schoolPath(school.id)}>
          网页<span className="vh">：{school.name}</span>
        </a>
      </>
    ),
  },
  { label: '资料', cell: ({ fact, text }: Row) => `${labelOf(factTerms, fact)}：${text}` },
  { label: '核对的结果', cell: (row: Row) => <FindingForm row={row} /> },
]

/** What was found of a fact, and the form that records it. */
function FindingForm({ row }: { row: Row }) {
  const { id, school, fact, finding, note, checked_at: at, checked_by: by } = row
  const form: FormState = useActionData<typeof action>() ?? { values: {} }
  const isRefused = form.values['id'] === String(id)
  return (
    <StaffForm problem={isRefused ? form.problem : undefined} hiddenFields={['finding', 'note']}>
      <input type="hidden" name="id" value={id} />
      {finding === undefined || at === undefined ? null : (
        <p>
          <strong>{labelOf(checkFindings, finding)}</strong>
          {note === undefined ? '' : `：${note}`}{' '}
          <span className="soft small">
            {by} <Moment at={at} />
          </span>
        </p>
      )}
      <p>
        <label>
          说明
          <input
            className="field"
            name="note"
            defaultValue={isRefused ? form.values['note'] : note}
            maxLength={300}
          />
        </label>
      </p>
      <p className="actions">
        {checkFindings.map(({ slug, label }) => (
          <SubmitButton
            key={slug}
            tone="quiet"
            name="finding"
            value={slug}
            about={`${school.name}的${labelOf(factTerms, fact)}`}
          >
            {label}
          </SubmitButton>
        ))}
      </p>
    </StaffForm>
  )
}

export default function FactChecksPage() {
  const { to_draw: toDraw, months, items } = useLoaderData<typeof loader>()
  const form: FormState = useActionData<typeof action>() ?? { values: {} }
  return (
    <Page
      title="每月抽查"
      intro={
        <>
          每个月从公开的资料里按月份随机抽 {factsOfMonth} 项，一项一项和来源核对。对和错加起来满{' '}
          {fewestSummed} 项，结果就公布在“资料怎么来的”。<Link to={completenessPath}>资料完整度</Link>
        </>
      }
      done={{ drawn: '已抽取。', recorded: '已记下。错的资料请到学校里改。' }}
    >
      {toDraw === undefined ? null : (
        <StaffForm problem={form.values['intent'] === 'draw' ? form.problem : undefined}>
          <SubmitButton name="intent" value="draw">{`抽取${monthText(toDraw)}的`}</SubmitButton>
        </StaffForm>
      )}
      <Section title="各月的结果">
        <DataTable
          caption="各月的结果"
          columns={monthColumns}
          rows={months}
          keyOf={({ month }) => month}
          empty="还没有抽取过。"
        />
      </Section>
      {items.length === 0 ? null : (
        <Section title="抽到的资料">
          <DataTable caption="抽到的资料" columns={columns} rows={items} keyOf={({ id }) => id} empty="" />
        </Section>
      )}
    </Page>
  )
}
