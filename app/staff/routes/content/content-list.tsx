import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import type { z } from 'zod'
import { factTerms, schoolColumn, statedFacts } from '#server/contract/catalogue/school-columns.ts'
import { cities } from '#server/contract/cities.ts'
import { contentKinds, listContent } from '#server/contract/staff/content.ts'
import { factConditions } from '#server/contract/staff/school-facts.ts'
import { pageNumberOf } from '#app/page-number.ts'
import { filtersIn } from '../../access/filters.server.ts'
import { staffApi } from '../../access/staff-api.server.ts'
import { contentKindPath, contentPath, contentRowPath } from '../../content-paths.ts'
import { fillInPath } from '../../fact-paths.ts'
import { ListTable } from '../../parts/list-table.tsx'
import { Field } from '../../parts/field.tsx'
import { FilterForm } from '../../parts/filter-form.tsx'
import { Moment } from '../../parts/moment.tsx'
import { Page } from '../../parts/page.tsx'
import { staffMeta } from '../../parts/staff-meta.ts'
import { contentRights } from './content-rights.server.ts'
import { kindIn } from './kind-in.server.ts'
import { draftStateNames, kindName } from './content-texts.ts'

export const meta: MetaFunction<typeof loader> = (page) => staffMeta(kindName(page.data?.kind ?? ''), page)

/** `/staff/content/{kind}/`: rows of a kind, the latest change first. */
export async function loader(args: LoaderFunctionArgs) {
  const filters = filtersIn(args.request, ['q', 'city_code', 'school', 'fact', 'condition'])
  const kind = kindIn(args.params)
  const api = staffApi(args)
  const [{ list, problem }, { mayPropose, mayWrite, isOfSchool }] = await Promise.all([
    api.loadList(listContent, { ...filters, kind, page: pageNumberOf(args.request) }),
    contentRights(api),
  ])
  const ofSchool = contentKinds.some((one) => one.slug === kind && one.ofSchool)
  const { fact, condition = 'missing', city_code: cityCode } = filters
  const isTable = fact !== undefined && condition === 'missing' && mayWrite
  return {
    kind,
    list,
    problem,
    filters,
    mayAdd: mayPropose && (!isOfSchool || ofSchool),
    ...(isTable && isCell(fact) ? { fillIn: fillInPath(fact, cityCode) } : {}),
  }
}

/** Whether a fact is written in one cell of a table. */
function isCell(fact: string): boolean {
  const known = statedFacts.find((name) => name === fact)
  return known !== undefined && schoolColumn(known).value.type !== 'list'
}

type Row = z.output<typeof listContent.data>['items'][number]

const columnsOf = (kind: string) => [
  {
    label: '标题',
    isHeading: true,
    cell: ({ id, title }: Row) => <Link to={contentRowPath(kind, id)}>{title}</Link>,
  },
  { label: '学校', cell: ({ school }: Row) => (kind === 'schools' ? undefined : school?.name) },
  { label: '城市', cell: ({ city_code: code }: Row) => cities.find((city) => city.code === code)?.name },
  { label: '修改时间', noWrap: true, cell: ({ updated_at }: Row) => <Moment at={updated_at} /> },
  {
    label: '状态',
    cell: ({ withdrawn_at, drafts }: Row) => (
      <>
        {withdrawn_at === undefined ? null : <span className="tag warn">已撤下</span>}
        {drafts.map(({ id, state, author }) => (
          <span key={id} className="tag">
            {author}：{draftStateNames[state]}
          </span>
        ))}
      </>
    ),
  },
]

const cityChoices = cities.map(({ code, name }) => ({ value: code, label: name }))

const factChoices = factTerms.map(({ slug, label }) => ({ value: slug, label }))
const conditionChoices = factConditions
  .filter(({ slug }) => slug !== 'missing')
  .map(({ slug, label }) => ({ value: slug, label }))

export default function ContentListPage() {
  const { kind, list, problem, filters, mayAdd, fillIn } = useLoaderData<typeof loader>()
  const form = { values: filters, problem }
  const columns = columnsOf(kind)
  return (
    <Page
      title={kindName(kind)}
      intro={<Link to={contentPath}>全部内容</Link>}
      actions={
        <>
          {fillIn === undefined ? null : (
            <Link className="button quiet" to={fillIn}>
              用表格一起填
            </Link>
          )}
          {mayAdd ? (
            <Link className="button" to={contentKindPath(kind, 'new')}>
              新建
            </Link>
          ) : null}
        </>
      }
    >
      <FilterForm path={contentKindPath(kind)} isFiltered={Object.keys(filters).length > 0} problem={problem}>
        <Field label="标题或编号" name="q" form={form} />
        <Field label="城市" name="city_code" form={form} choices={cityChoices} none="全部" />
        {kind === 'schools' ? (
          <Field label="缺什么" name="fact" form={form} choices={factChoices} none="不限" />
        ) : null}
        {kind === 'schools' ? (
          <Field label="这一项" name="condition" form={form} choices={conditionChoices} none="还不知道" />
        ) : null}
      </FilterForm>
      <ListTable
        caption={kindName(kind)}
        columns={kind === 'schools' ? columns.filter(({ label }) => label !== '学校') : columns}
        list={list}
        unit="条"
        problem={problem}
        keyOf={({ id }) => id}
        empty="没有符合条件的内容。"
      />
    </Page>
  )
}
