import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import { listQuestions, questionStates } from '#server/contract/staff/questions.ts'
import { pageNumberOf } from '#app/page-number.ts'
import { filtersIn } from '../../access/filters.server.ts'
import { staffApi } from '../../access/staff-api.server.ts'
import { ListTable } from '../../parts/list-table.tsx'
import { Field } from '../../parts/field.tsx'
import { FilterForm } from '../../parts/filter-form.tsx'
import { Moment } from '../../parts/moment.tsx'
import { Page } from '../../parts/page.tsx'
import { staffMeta } from '../../parts/staff-meta.ts'
import { questionStateNames } from '../../parts/state-names.ts'
import { questionPath, questionsPath } from '../../paths.ts'
import { beginningOf, type Question } from './question-texts.ts'

export const meta: MetaFunction<typeof loader> = (page) => staffMeta('问答', page)

/** `/staff/questions/`: questions of visitors, those that wait unless another state is asked for. */
export async function loader(args: LoaderFunctionArgs) {
  const filters = filtersIn(args.request, ['state', 'school_id'])
  const { list, problem } = await staffApi(args).loadList(listQuestions, {
    ...filters,
    page: pageNumberOf(args.request),
  })
  return { list, problem, filters }
}

const columns = [
  {
    label: '提问',
    isHeading: true,
    cell: ({ id, body }: Question) => <Link to={questionPath(id)}>{beginningOf(body)}</Link>,
  },
  { label: '学校', cell: ({ school }: Question) => school.name },
  { label: '时间', noWrap: true, cell: ({ asked_at }: Question) => <Moment at={asked_at} /> },
  {
    label: '状态',
    cell: ({ state, answered, edited, marks }: Question) => (
      <>
        <span className={state === 'pending' ? 'tag warn' : 'tag'}>{questionStateNames[state]}</span>
        {marks.map((mark) => (
          <span key={mark} className="tag warn">
            {mark}
          </span>
        ))}
        {answered ? <span className="tag strong">有回答</span> : null}
        {edited ? <span className="tag">改过文字</span> : null}
      </>
    ),
  },
]

const stateChoices = questionStates
  .filter((state) => state !== 'pending')
  .map((state) => ({ value: state, label: questionStateNames[state] }))

export default function QuestionsPage() {
  const { list, problem, filters } = useLoaderData<typeof loader>()
  const form = { values: filters, problem }
  return (
    <Page
      title="问答"
      intro="家长的提问，审核以后才公开。先提的在前。"
      done={{
        shown: '已公开。',
        answered: '回答已公开。',
        refused: '已设为不公开，提问人在“我的提问”里看到原因。',
        joined: '已合并。',
      }}
    >
      <FilterForm path={questionsPath} isFiltered={Object.keys(filters).length > 0} problem={problem}>
        <Field label="状态" name="state" form={form} choices={stateChoices} none="待审核" />
        <Field label="学校编号" name="school_id" form={form} inputMode="numeric" pattern="[0-9]*" />
      </FilterForm>
      <ListTable
        caption="提问"
        columns={columns}
        list={list}
        unit="条"
        problem={problem}
        keyOf={({ id }) => id}
        empty={filters['state'] === undefined ? '没有待审核的提问。' : '没有符合条件的提问。'}
      />
    </Page>
  )
}
