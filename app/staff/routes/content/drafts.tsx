import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import type { z } from 'zod'
import { contentKinds, draftStates } from '#server/contract/staff/content.ts'
import { listDrafts } from '#server/contract/staff/drafts.ts'
import { pageNumberOf } from '#app/page-number.ts'
import { filtersIn } from '../../access/filters.server.ts'
import { staffApi } from '../../access/staff-api.server.ts'
import { draftPath, draftsPath } from '../../content-paths.ts'
import { ListTable } from '../../parts/list-table.tsx'
import { Field } from '../../parts/field.tsx'
import { FilterForm } from '../../parts/filter-form.tsx'
import { Moment } from '../../parts/moment.tsx'
import { Page } from '../../parts/page.tsx'
import { staffMeta } from '../../parts/staff-meta.ts'
import { draftStateNames, kindName } from './content-texts.ts'

export const meta: MetaFunction<typeof loader> = (page) => staffMeta('草稿', page)

/** `/staff/drafts/`: drafts that are not finished, or those of one state. */
export async function loader(args: LoaderFunctionArgs) {
  const filters = filtersIn(args.request, ['state', 'kind'])
  const { list, problem } = await staffApi(args).loadList(listDrafts, {
    ...filters,
    page: pageNumberOf(args.request),
  })
  return { list, problem, filters }
}

type Draft = z.output<typeof listDrafts.data>['items'][number]

const columns = [
  {
    label: '标题',
    isHeading: true,
    cell: ({ id, title }: Draft) => <Link to={draftPath(id)}>{title}</Link>,
  },
  {
    label: '内容',
    cell: ({ kind, row_id: rowId }: Draft) => `${kindName(kind)}${rowId === undefined ? '（新）' : ''}`,
  },
  { label: '谁', cell: ({ author }: Draft) => author },
  { label: '修改时间', noWrap: true, cell: ({ updated_at }: Draft) => <Moment at={updated_at} /> },
  {
    label: '状态',
    cell: ({ state, publish_at: at, failed }: Draft) => (
      <>
        <span className={state === 'proposed' || failed ? 'tag warn' : 'tag'}>{draftStateNames[state]}</span>
        {at === undefined ? null : <Moment at={at} />}
        {failed ? <span className="tag warn">定时发布没有成功</span> : null}
      </>
    ),
  },
]

const stateChoices = draftStates.map((state) => ({ value: state, label: draftStateNames[state] }))
const kindChoices = contentKinds.map(({ slug, label }) => ({ value: slug, label }))

export default function DraftsPage() {
  const { list, problem, filters } = useLoaderData<typeof loader>()
  const form = { values: filters, problem }
  return (
    <Page title="草稿" intro="没有完成的草稿，最近改过的在前。" done={{ discarded: '已放弃。' }}>
      <FilterForm path={draftsPath} isFiltered={Object.keys(filters).length > 0} problem={problem}>
        <Field label="状态" name="state" form={form} choices={stateChoices} none="没有完成的" />
        <Field label="内容" name="kind" form={form} choices={kindChoices} none="全部" />
      </FilterForm>
      <ListTable
        caption="草稿"
        columns={columns}
        list={list}
        unit="份"
        problem={problem}
        keyOf={({ id }) => id}
        empty="没有草稿。"
      />
    </Page>
  )
}
