import {
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from '@remix-run/node'
import { Link, useActionData, useLoaderData } from '@remix-run/react'
import type { z } from 'zod'
import { factTerms } from '#server/contract/catalogue/school-columns.ts'
import { cities } from '#server/contract/cities.ts'
import { confirmFacts, listStaleFacts } from '#server/contract/staff/fact-queue.ts'
import { labelOf, sourceKinds } from '#server/contract/vocabulary.ts'
import { problemOf } from '#app/forms/form-problem.ts'
import { pageNumberOf } from '#app/page-number.ts'
import { filtersIn } from '../../access/filters.server.ts'
import { readFields, readFormData } from '../../access/posted-form.server.ts'
import { refused } from '../../access/refused.server.ts'
import { staffApi } from '../../access/staff-api.server.ts'
import { contentRowPath, editContentPath } from '../../content-paths.ts'
import { completenessPath, staleFactsPath } from '../../fact-paths.ts'
import { Field } from '../../parts/field.tsx'
import { FilterForm } from '../../parts/filter-form.tsx'
import type { FormState } from '../../parts/form-state.ts'
import { ListTable } from '../../parts/list-table.tsx'
import { Page } from '../../parts/page.tsx'
import { StaffForm, SubmitButton } from '../../parts/staff-form.tsx'
import { staffMeta } from '../../parts/staff-meta.ts'
import { withDone } from '../../paths.ts'
import { FactSource } from './fact-source.tsx'

export const meta: MetaFunction<typeof loader> = (page) => staffMeta('过了有效期的资料', page)

/** `/staff/facts/stale/`: facts past their life, the oldest first, each to be confirmed or changed. */
export async function loader(args: LoaderFunctionArgs) {
  const filters = filtersIn(args.request, ['city_code'])
  const asked = { ...filters, page: pageNumberOf(args.request) }
  return { filters, ...(await staffApi(args).loadList(listStaleFacts, asked)) }
}

/** Confirms the chosen facts of one school. */
export async function action(args: ActionFunctionArgs) {
  const values = await readFields(args.request)
  const facts = (await readFormData(args.request)).getAll('facts')
  const reply = await staffApi(args).send(confirmFacts, { ...values, facts })
  if (!reply.ok) return refused({ values, problem: problemOf(reply) })
  const city = values['city_code'] ?? ''
  throw redirect(
    withDone(city === '' ? staleFactsPath : `${staleFactsPath}?city_code=${city}`, 'confirmed'),
    303,
  )
}

type Row = z.output<typeof listStaleFacts.data>['items'][number]

const columnsFor = (cityCode: string) => [
  {
    label: '学校',
    isHeading: true,
    cell: ({ school }: Row) => <Link to={contentRowPath('schools', school.id)}>{school.name}</Link>,
  },
  { label: '日期', noWrap: true, cell: ({ since }: Row) => since },
  { label: '收藏和申请', noWrap: true, cell: ({ wanted }: Row) => `${wanted} 次` },
  { label: '资料', cell: (row: Row) => <ConfirmForm row={row} cityCode={cityCode} /> },
]

const cityChoices = cities.map(({ code, name }) => ({ value: code, label: name }))

/** The facts of one statement with the form that confirms them. */
function ConfirmForm({ row, cityCode }: { row: Row; cityCode: string }) {
  const form: FormState = useActionData<typeof action>() ?? { values: {} }
  const isRefused = form.values['school'] === String(row.school.id) && form.values['since'] === row.since
  const own: FormState = isRefused
    ? form
    : { values: { source: row.source.source ?? '', source_kind: row.source.source_kind ?? '' } }
  if (row.facts.length === 0) return <span className="soft">随其他资料算出，改了那些就会更新</span>
  return (
    <StaffForm problem={own.problem} hiddenFields={['version', 'facts', 'source', 'source_kind']}>
      <input type="hidden" name="school" value={row.school.id} />
      <input type="hidden" name="version" value={row.version} />
      <input type="hidden" name="since" value={row.since} />
      <input type="hidden" name="city_code" value={cityCode} />
      <FactSource source={row.source} />
      {row.facts.map(({ fact, text, section }) => (
        <p key={fact}>
          <label>
            <input type="checkbox" name="facts" value={fact} defaultChecked /> {labelOf(factTerms, fact)}：
            {text}
          </label>{' '}
          <Link to={editContentPath('schools', row.school.id, section)}>
            改<span className="vh">{`${row.school.name}的${labelOf(factTerms, fact)}`}</span>
          </Link>
        </p>
      ))}
      <p>
        <label>
          从哪里知道仍然是这样
          <input className="field" name="source" defaultValue={own.values['source']} maxLength={200} />
        </label>
      </p>
      <p>
        <label>
          来源类型
          <select className="field" name="source_kind" defaultValue={own.values['source_kind']}>
            <option value="">不说明</option>
            {sourceKinds.map(({ slug, label }) => (
              <option key={slug} value={slug}>
                {label}
              </option>
            ))}
          </select>
        </label>
      </p>
      <SubmitButton about={row.school.name}>仍然是这样</SubmitButton>
    </StaffForm>
  )
}

export default function StaleFactsPage() {
  const { filters, list, problem } = useLoaderData<typeof loader>()
  const cityCode = filters['city_code'] ?? ''
  return (
    <Page
      title="过了有效期的资料"
      intro={
        <>
          又旧又有人要的在前：旧了几天，乘以 1
          加被收藏和申请的次数；网站不统计浏览。过了有效期的资料在网站上会注明，不再参加排序和筛选，列表里算作不知道。
          <Link to={completenessPath}>资料完整度</Link>
        </>
      }
      done={{ confirmed: '已记下：这些资料今天核对过。' }}
    >
      <FilterForm path={staleFactsPath} isFiltered={cityCode !== ''} problem={problem}>
        <Field
          label="城市"
          name="city_code"
          form={{ values: filters, problem }}
          choices={cityChoices}
          none="全部"
        />
      </FilterForm>
      <ListTable
        caption="过了有效期的资料"
        columns={columnsFor(cityCode)}
        list={list}
        unit="条"
        problem={problem}
        keyOf={({ school, since, facts }) => `${school.id} ${since} ${facts.map(({ fact }) => fact).join()}`}
        empty="没有过了有效期的资料。"
      />
    </Page>
  )
}
