import { Link } from '@remix-run/react'
import { factTerms } from '#server/contract/catalogue/school-columns.ts'
import { cities } from '#server/contract/cities.ts'
import type { LackedFact } from '#server/contract/staff/school-facts.ts'
import { labelOf } from '#server/contract/vocabulary.ts'
import { schoolsHavingPath } from '../fact-paths.ts'
import { DataTable } from './data-table.tsx'
import { Section } from './page.tsx'

const columns = [
  {
    label: '补什么',
    cell: ({ city_code: cityCode, fact }: LackedFact) => (
      <Link to={schoolsHavingPath(fact, { condition: 'missing', cityCode })}>
        {cities.find(({ code }) => code === cityCode)?.name ?? cityCode}：{labelOf(factTerms, fact)}
      </Link>
    ),
  },
  { label: '缺的学校', align: 'right' as const, cell: ({ missing }: LackedFact) => `${missing} 所` },
  { label: '被收藏', align: 'right' as const, cell: ({ favourites }: LackedFact) => `${favourites} 次` },
  { label: '被申请', align: 'right' as const, cell: ({ requests }: LackedFact) => `${requests} 次` },
]

type Props = { rows: readonly LackedFact[]; children?: React.ReactNode }

/** What to fill in first, each with the schools that lack it; `children` below it. */
export function LackedFacts({ rows, children }: Props) {
  return (
    <Section title="先补这些">
      <p className="soft">
        只列家长挑学校少不了的几项：办学类型、学段、区域、地址、学费。缺这一项的学校每所算
        1，每被收藏或申请一次再加 1，多的在前；搜索不留记录，所以不计。
      </p>
      <DataTable
        caption="先补这些"
        columns={columns}
        rows={rows}
        keyOf={({ city_code: code, fact }) => `${code}${fact}`}
        empty="这几项都齐了。"
      />
      {children}
    </Section>
  )
}
