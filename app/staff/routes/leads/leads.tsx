import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { cities } from '#server/contract/cities.ts'
import { getLeadFilters, leadStates, listLeads } from '#server/contract/staff/leads.ts'
import { getStaffMe } from '#server/contract/staff/sessions.ts'
import { pageNumberOf } from '#app/page-number.ts'
import { filtersIn } from '../../access/filters.server.ts'
import { staffApi } from '../../access/staff-api.server.ts'
import { BatchTable } from '../../batch/batch-table.tsx'
import { Field } from '../../parts/field.tsx'
import { FilterForm } from '../../parts/filter-form.tsx'
import { Page } from '../../parts/page.tsx'
import { staffMeta } from '../../parts/staff-meta.ts'
import { leadStateNames } from '../../parts/state-names.ts'
import { leadsPath } from '../../paths.ts'
import { leadColumns } from './lead-columns.tsx'
import { leadHeading } from '../../texts/lead-texts.ts'
import { StartWork } from '../../parts/staff-form.tsx'

export const meta: MetaFunction<typeof loader> = (page) => staffMeta('线索', page)

const filterNames = [
  'state',
  'school_id',
  'advisor',
  'next',
  'city_code',
  'from',
  'to',
  'reference',
  'sort',
] as const

/** `/staff/leads/`: the leads within the member's reach. */
export async function loader(args: LoaderFunctionArgs) {
  const filters = filtersIn(args.request, filterNames)
  const api = staffApi(args)
  const [{ list, problem }, { schools, advisors }, { rights }] = await Promise.all([
    api.loadList(listLeads, { ...filters, page: pageNumberOf(args.request) }),
    api.load(getLeadFilters, {}),
    api.load(getStaffMe, {}),
  ])
  return { list, problem, filters, schools, advisors, rights }
}

const stateChoices = leadStates.map((state) => ({ value: state, label: leadStateNames[state] }))
const nextChoices = [
  { value: 'due', label: '到期的' },
  { value: 'set', label: '约好的' },
]
const cityChoices = cities.map(({ code, name }) => ({ value: code, label: name }))

export default function LeadsPage() {
  const { list, problem, filters, schools, advisors, rights } = useLoaderData<typeof loader>()
  const form = { values: filters, problem }
  const choicesOf = (named: readonly { id: number; name: string }[]) =>
    named.map(({ id, name }) => ({ value: String(id), label: name }))
  const isSchool = advisors.length === 0
  return (
    <Page
      title="线索"
      done={{
        released: '已放弃认领，别人可以联系了。',
        undone: '已撤销，恢复到原来的样子。',
        'undone-in-part': '已撤销；后来又改过的和学校已经看过的，保持现在的样子。',
      }}
      intro={
        isSchool
          ? '家长授权告诉贵校的申请。转给贵校以后，可以显示电话。'
          : '电话只显示一部分；点开一条，显示电话的同时认领 30 分钟，别人就不会打给同一位家长。'
      }
    >
      {isSchool ? null : <StartWork />}
      <FilterForm path={leadsPath} isFiltered={Object.keys(filters).length > 0} problem={problem}>
        <Field label="状态" name="state" form={form} choices={stateChoices} none="全部" />
        {isSchool ? null : (
          <>
            <Field label="学校" name="school_id" form={form} choices={choicesOf(schools)} none="全部" />
            <Field
              label="顾问"
              name="advisor"
              form={form}
              choices={[
                { value: 'mine', label: '我负责的' },
                { value: 'none', label: '未分配' },
                ...choicesOf(
                  advisors.map(({ id, name, active }) => ({
                    id,
                    name: active ? name : `${name}（不再负责线索）`,
                  })),
                ),
              ]}
              none="全部"
            />
            <Field label="下次联系" name="next" form={form} choices={nextChoices} none="全部" />
          </>
        )}
        <Field label="城市" name="city_code" form={form} choices={cityChoices} none="全部" />
        <Field label="从哪天" name="from" form={form} type="date" />
        <Field label="到哪天" name="to" form={form} type="date" />
        <Field label="申请编号" name="reference" form={form} autoComplete="off" />
        <Field
          label="顺序"
          name="sort"
          form={form}
          choices={[{ value: 'oldest', label: '先提交的在前' }]}
          none="新提交的在前"
        />
      </FilterForm>
      <BatchTable
        caption="线索"
        columns={leadColumns({ isSchool })}
        list={list}
        name="leads"
        rights={rights}
        titleOf={leadHeading}
        problem={problem}
        keyOf={({ reference }) => reference}
        empty="没有符合条件的线索。"
      />
    </Page>
  )
}
