import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import { factTerms } from '#server/contract/catalogue/school-columns.ts'
import { cities } from '#server/contract/cities.ts'
import type { DataOf } from '#server/contract/endpoint.ts'
import { factConditions, getCompleteness, type FactCondition } from '#server/contract/staff/school-facts.ts'
import { labelOf } from '#server/contract/vocabulary.ts'
import { filtersIn } from '../../access/filters.server.ts'
import { staffApi } from '../../access/staff-api.server.ts'
import {
  completenessPath,
  contradictionsPath,
  factChecksPath,
  factProposalsPath,
  schoolsHavingPath,
  staleFactsPath,
} from '../../fact-paths.ts'
import { DataTable } from '../../parts/data-table.tsx'
import { Field } from '../../parts/field.tsx'
import { FilterForm } from '../../parts/filter-form.tsx'
import { LackedFacts } from '../../parts/lacked-facts.tsx'
import { Page, Section } from '../../parts/page.tsx'
import { staffMeta } from '../../parts/staff-meta.ts'

export const meta: MetaFunction<typeof loader> = (page) => staffMeta('资料完整度', page)

/** `/staff/facts/`: how much is known of each fact, and what to fill in first. */
export async function loader(args: LoaderFunctionArgs) {
  const filters = filtersIn(args.request, ['city_code'])
  return { filters, ...(await staffApi(args).load(getCompleteness, filters)) }
}

type Fact = DataOf<typeof getCompleteness>['facts'][number]

const cityNameOf = (code: string) => cities.find((city) => city.code === code)?.name ?? code
const cityChoices = cities.map(({ code, name }) => ({ value: code, label: name }))

const columnsOf = (cityCode: string | undefined) => [
  { label: '资料', cell: ({ fact }: Fact) => labelOf(factTerms, fact) },
  ...factConditions.map(({ slug, label }) => ({
    label,
    align: 'right' as const,
    cell: (row: Fact) => <Count row={row} condition={slug} cityCode={cityCode} />,
  })),
]

type CountProps = { row: Fact; condition: FactCondition; cityCode: string | undefined }

/** A number of schools, which leads to the list of them. */
function Count({ row, condition, cityCode }: CountProps) {
  const number = row[condition]
  if (number === 0) return 0
  return <Link to={schoolsHavingPath(row.fact, { condition, cityCode })}>{number}</Link>
}

export default function CompletenessPage() {
  const { filters, schools, facts, first } = useLoaderData<typeof loader>()
  const cityCode = filters['city_code']
  return (
    <Page
      title="资料完整度"
      intro={`${cityCode === undefined ? '全部城市' : cityNameOf(cityCode)}公开的、没有停办的学校共 ${schools} 所。每个数字都可以点开看是哪些学校。`}
      actions={
        <>
          <Link className="button quiet" to={factProposalsPath}>
            由校名和地址得出的
          </Link>
          <Link className="button quiet" to={staleFactsPath}>
            过了有效期的
          </Link>
          <Link className="button quiet" to={contradictionsPath}>
            来源不一致的
          </Link>
          <Link className="button quiet" to={factChecksPath()}>
            每月抽查
          </Link>
        </>
      }
    >
      <FilterForm path={completenessPath} isFiltered={cityCode !== undefined}>
        <Field label="城市" name="city_code" form={{ values: filters }} choices={cityChoices} none="全部" />
      </FilterForm>
      <LackedFacts rows={first} />
      <Section title="每一项知道多少">
        <p className="soft">
          “知道”是在有效期内、过了有效期和日期不明的合计；知道、没有公布和还不知道加起来是全部学校。
        </p>
        <DataTable
          caption="每一项知道多少"
          columns={columnsOf(cityCode)}
          rows={facts}
          keyOf={({ fact }) => fact}
          empty="还没有学校。"
        />
      </Section>
    </Page>
  )
}
