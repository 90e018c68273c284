import {
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from '@remix-run/node'
import { Link, useActionData, useLoaderData } from '@remix-run/react'
import type { z } from 'zod'
import { factTerms } from '#server/contract/catalogue/school-columns.ts'
import { chooseFact, listContradictions } from '#server/contract/staff/fact-queue.ts'
import { labelOf } from '#server/contract/vocabulary.ts'
import { problemOf } from '#app/forms/form-problem.ts'
import { pageNumberOf } from '#app/page-number.ts'
import { readFields } from '../../access/posted-form.server.ts'
import { refused } from '../../access/refused.server.ts'
import { staffApi } from '../../access/staff-api.server.ts'
import { contentRowPath, editContentPath } from '../../content-paths.ts'
import { completenessPath, contradictionsPath } from '../../fact-paths.ts'
import type { FormState } from '../../parts/form-state.ts'
import { ListTable } from '../../parts/list-table.tsx'
import { Page } from '../../parts/page.tsx'
import { StaffForm, SubmitButton } from '../../parts/staff-form.tsx'
import { staffMeta } from '../../parts/staff-meta.ts'
import { withDone } from '../../paths.ts'
import { FactSource } from './fact-source.tsx'

export const meta: MetaFunction<typeof loader> = (page) => staffMeta('来源不一致的资料', page)

/** `/staff/facts/contradictions/`: what sources say differently, side by side; one press chooses. */
export async function loader(args: LoaderFunctionArgs) {
  return staffApi(args).loadList(listContradictions, { page: pageNumberOf(args.request) })
}

/** Decides one fact. */
export async function action(args: ActionFunctionArgs) {
  const values = await readFields(args.request)
  const reply = await staffApi(args).send(chooseFact, values)
  if (!reply.ok) return refused({ values, problem: problemOf(reply) })
  throw redirect(withDone(contradictionsPath, 'chosen'), 303)
}

type Row = z.output<typeof listContradictions.data>['items'][number]
type Said = Pick<Row, 'text' | 'source'>

/** What one source says, with the button that chooses it. */
function Choice({ row, said, choice }: { row: Row; said: Said; choice: number }) {
  const form: FormState = useActionData<typeof action>() ?? { values: {} }
  const { school, version, fact } = row
  const isRefused =
    form.values['school'] === String(school.id) &&
    form.values['fact'] === fact &&
    form.values['choice'] === String(choice)
  return (
    <StaffForm problem={isRefused ? form.problem : undefined} hiddenFields={['version', 'choice']}>
      <input type="hidden" name="school" value={school.id} />
      <input type="hidden" name="version" value={version} />
      <input type="hidden" name="fact" value={fact} />
      <p>
        {said.text}
        <br />
        <FactSource source={said.source} />
      </p>
      <SubmitButton tone="quiet" name="choice" value={String(choice)} about={`${school.name}：${said.text}`}>
        用这个
      </SubmitButton>
    </StaffForm>
  )
}

const columns = [
  {
    label: '学校',
    isHeading: true,
    cell: ({ school }: Row) => <Link to={contentRowPath('schools', school.id)}>{school.name}</Link>,
  },
  {
    label: '资料',
    cell: ({ school, fact, section }: Row) => (
      <>
        {labelOf(factTerms, fact)} <Link to={editContentPath('schools', school.id, section)}>改</Link>
      </>
    ),
  },
  { label: '网站上的', cell: (row: Row) => <Choice row={row} said={row} choice={0} /> },
  {
    label: '另一种说法',
    cell: (row: Row) =>
      row.others.map((said, at) => <Choice key={at} row={row} said={said} choice={at + 1} />),
  },
]

export default function ContradictionsPage() {
  const { list, problem } = useLoaderData<typeof loader>()
  return (
    <Page
      title="来源不一致的资料"
      intro={
        <>
          又旧又有人要的在前：另一种说法旧了几天，乘以 1
          加被收藏和申请的次数。选定以后，另一种说法不再留在这里，修改记录里还有。
          <Link to={completenessPath}>资料完整度</Link>
        </>
      }
      done={{ chosen: '已选定。' }}
    >
      <ListTable
        caption="来源不一致的资料"
        columns={columns}
        list={list}
        unit="项"
        problem={problem}
        keyOf={({ school, fact }) => `${school.id}${fact}`}
        empty="各个来源说的都一致。"
      />
    </Page>
  )
}
