import { sql, type SQL } from 'drizzle-orm'
import { cities } from '#server/contract/cities.ts'
import type { DataOf } from '#server/contract/endpoint.ts'
import type { listSchools } from '#server/contract/schools/schools.ts'
import type { Database } from '../connect.ts'
import { visible } from '../visible-rows.ts'
import { schoolSearch } from '../schema/index.ts'
import type { FacetCounts } from './school-facets.ts'
import { teachesGrade } from '../search/child-columns.ts'
import { filtersOf, notClosed, type Filter, type ListInput } from './school-filters.ts'
import { matches } from '../search/search-matches.ts'
import type { SearchQuery } from '../search/search-query.ts'

type Suggestions = Pick<DataOf<typeof listSchools>, 'relaxations' | 'elsewhere'>
type Relaxation = NonNullable<Suggestions['relaxations']>[number]

/**
 * Relaxations of an empty list: one filter less (or none, when one less has no match), no search text, no grade of
 * a child, the same in another city (without the district, which is this city's). Those with the most schools are
 * first. One statement.
 */
export async function findRelaxations(
  db: Database,
  input: ListInput,
  filters: readonly Filter[],
  query: SearchQuery | undefined,
  counts: FacetCounts,
): Promise<Suggestions> {
  const { city_code: cityCode, child } = input
  const here = cityCode === undefined ? sql`true` : sql`city_code = ${cityCode}`
  const typed = query === undefined ? sql`true` : matches(query.exact, undefined)
  const { rows } = await db.execute<{ city_code: string | null; count: string }>(sql`
    select null as city_code, count(*) from ${schoolSearch}
      where ${query !== undefined} and ${here} and ${notClosed} and ${visible(schoolSearch)} and ${all(filters)}
        and ${teachesGrade(child)}
    union all
    select '', count(*) from ${schoolSearch}
      where ${child?.grade !== undefined} and ${here} and ${query === undefined ? notClosed : matches(query.exact, cityCode)}
        and ${visible(schoolSearch)} and ${all(filtersOf({ ...input, child: child && { ...child, grade: undefined } }))}
    union all
    select city_code, count(*) from ${schoolSearch}
      where ${cityCode !== undefined} and city_code <> ${cityCode ?? ''} and ${typed}
        and ${query === undefined ? notClosed : sql`true`} and ${visible(schoolSearch)}
        and ${all(filters.filter(({ facet }) => facet !== 'district'))}
        and ${query === undefined ? teachesGrade(child) : sql`true`}
      group by city_code`)
  const countOf = (code: string | null) => Number(rows.find((row) => row.city_code === code)?.count ?? 0)

  const narrowing = filters.map(({ facet }) => facet)
  // Without the verdict of its schools, a list of those alone that the child cannot enter is no way on.
  const isEntered = counts.values.eligible.some(({ count, value }) => value !== 'no' && count > 0)
  const single: Relaxation[] = [
    ...narrowing
      .filter((facet) => facet !== 'eligible' || isEntered)
      .map((facet): Relaxation => ({ remove: [facet], count: counts.without.get(facet)?.more ?? 0 })),
    { remove: ['q'], count: countOf(null) },
    { remove: ['grade'], count: countOf('') },
  ]
  const together: Relaxation = { remove: narrowing, count: counts.possible === 0 ? 0 : counts.unfiltered }
  const relaxations = single.some(({ count }) => count > 0) ? single : [together]
  const elsewhere = cities.map(({ code }) => ({ city_code: code, count: countOf(code) }))
  return { relaxations: mostFirst(relaxations), elsewhere: mostFirst(elsewhere) }
}

function all(filters: readonly Filter[]): SQL {
  return sql.join([sql`true`, ...filters.map(({ where }) => where)], sql` and `)
}

function mostFirst<Option extends { count: number }>(options: readonly Option[]): Option[] {
  return options.filter(({ count }) => count > 0).toSorted((a, b) => b.count - a.count)
}
