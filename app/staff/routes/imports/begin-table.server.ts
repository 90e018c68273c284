import {
  columnsOfFact,
  schoolColumn,
  statedFacts,
  type SchoolColumnName,
} from '#server/contract/catalogue/school-columns.ts'
import { cities } from '#server/contract/cities.ts'
import { listContent } from '#server/contract/staff/content.ts'
import type { StaffApi } from '../../access/staff-api.server.ts'

/** So many schools stand in a table that is begun. */
const mostRows = 50

/**
 * The beginning of a table, as a spreadsheet copies it: a line for each of the first schools of a city, or of all, that lack a fact,
 * with an empty cell for it. Undefined without a fact, or for one that is a list of rows.
 */
export async function beginTable(
  api: StaffApi,
  asked: Readonly<Partial<Record<'fact' | 'city_code', string>>>,
): Promise<{ title: string; table: string } | undefined> {
  const fact = statedFacts.find((name) => name === asked.fact)
  if (fact === undefined || schoolColumn(fact).value.type === 'list') return undefined
  const { label, header } = schoolColumn(fact)
  const { list } = await api.loadList(listContent, { ...asked, kind: 'schools', page_size: mostRows })
  const columns: SchoolColumnName[] = ['id', 'name', 'city', ...columnsOfFact(fact), 'source', 'source_date']
  const lines = (list?.items ?? []).map(({ id, title, city_code: code }) =>
    [
      id,
      title,
      cities.find((city) => city.code === code)?.name ?? '',
      ...columns.slice(3).map(() => ''),
    ].join('\t'),
  )
  const total = list?.total ?? 0
  return {
    title: `补${label ?? header}：还不知道的 ${total} 所${total > mostRows ? `，先填这 ${mostRows} 所` : ''}`,
    table: [columns.map((name) => schoolColumn(name).header).join('\t'), ...lines].join('\n'),
  }
}
