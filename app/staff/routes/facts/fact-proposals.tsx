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
import { acceptFactProposals, listFactProposals } from '#server/contract/staff/fact-proposals.ts'
import { labelOf } from '#server/contract/vocabulary.ts'
import { problemOf } from '#app/forms/form-problem.ts'
import { pageNumberOf } from '#app/page-number.ts'
import { filtersIn } from '../../access/filters.server.ts'
import { readFields, readFormData } from '../../access/posted-form.server.ts'
import { refused } from '../../access/refused.server.ts'
import { staffApi } from '../../access/staff-api.server.ts'
import { contentRowPath } from '../../content-paths.ts'
import { factProposalsPath } from '../../fact-paths.ts'
import { Field } from '../../parts/field.tsx'
import { FilterForm } from '../../parts/filter-form.tsx'
import type { FormState } from '../../parts/form-state.ts'
import { ListTable } from '../../parts/list-table.tsx'
import { Page } from '../../parts/page.tsx'
import { StaffForm, SubmitButton } from '../../parts/staff-form.tsx'
import { staffMeta } from '../../parts/staff-meta.ts'
import { importsPath, withDone } from '../../paths.ts'

export const meta: MetaFunction<typeof loader> = (page) => staffMeta('由校名和地址得出的资料', page)

/** `/staff/facts/proposals/`: districts and stages that names and addresses of schools say. */
export async function loader(args: LoaderFunctionArgs) {
  const filters = filtersIn(args.request, ['city_code'])
  const asked = { ...filters, page: pageNumberOf(args.request) }
  return { filters, ...(await staffApi(args).loadList(listFactProposals, asked)) }
}

/** Takes over the chosen ones, or all. */
export async function action(args: ActionFunctionArgs) {
  const values = await readFields(args.request)
  const keys = (await readFormData(args.request)).getAll('keys')
  const { all = '', city_code = '' } = values
  const reply = await staffApi(args).send(acceptFactProposals, { all, city_code, keys })
  if (!reply.ok) return refused({ values, problem: problemOf(reply) })
  const path = city_code === '' ? factProposalsPath : `${factProposalsPath}?city_code=${city_code}`
  throw redirect(withDone(path, 'accepted'), 303)
}

type Row = z.output<typeof listFactProposals.data>['items'][number]

const columns = [
  {
    label: '学校',
    isHeading: true,
    cell: ({ school }: Row) => <Link to={contentRowPath('schools', school.id)}>{school.name}</Link>,
  },
  {
    label: '采用',
    cell: ({ key, fact, text, school }: Row) => (
      <label>
        <input type="checkbox" name="keys" value={key} defaultChecked /> {labelOf(factTerms, fact)}：{text}
        <span className="vh">，{school.name}</span>
      </label>
    ),
  },
  {
    label: '从哪里得出',
    cell: ({ from, school }: Row) => (from === 'name' ? '校名' : `地址：${school.address ?? ''}`),
  },
]

const cityChoices = cities.map(({ code, name }) => ({ value: code, label: name }))

export default function FactProposalsPage() {
  const { filters, list, problem } = useLoaderData<typeof loader>()
  const form: FormState = useActionData<typeof action>() ?? { values: {} }
  const cityCode = filters['city_code'] ?? ''
  return (
    <Page
      title="由校名和地址得出的资料"
      intro={
        <>
          只列还不知道的区域和学段；已经写明的不会被改。采用以后来源写“由校名得出”或“由地址得出”，日期是今天；每次采用都是一次导入，可以在
          <Link to={importsPath}>导入</Link>里撤销。
        </>
      }
      done={{ accepted: '已采用。要撤销，在“导入”里撤销最近的一次。' }}
    >
      <FilterForm path={factProposalsPath} isFiltered={cityCode !== ''} problem={problem}>
        <Field
          label="城市"
          name="city_code"
          form={{ values: filters, problem }}
          choices={cityChoices}
          none="全部"
        />
      </FilterForm>
      <StaffForm problem={form.problem} hiddenFields={['keys']}>
        <input type="hidden" name="city_code" value={cityCode} />
        <ListTable
          caption="由校名和地址得出的资料"
          columns={columns}
          list={list}
          unit="项"
          problem={problem}
          keyOf={({ key }) => key}
          empty="校名和地址里没有还能得出的资料。"
        />
        {list.total === 0 ? null : (
          <p>
            <SubmitButton>采用这一页选中的</SubmitButton>{' '}
            <SubmitButton tone="quiet" name="all" value="1">
              采用全部 {list.total} 项
            </SubmitButton>
          </p>
        )}
      </StaffForm>
    </Page>
  )
}
