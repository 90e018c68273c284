import { sql } from 'drizzle-orm'
import { statedFacts } from '#server/contract/catalogue/school-columns.ts'
import {
  medianFigures,
  type getCityMedians,
  type getFactSummary,
} from '#server/contract/schools/fact-summary.ts'
import { fewestSummed } from '#server/contract/not-known.ts'
import type { DataOf } from '#server/contract/endpoint.ts'
import type { Database } from '../connect.ts'
import { school, schoolSearch, schoolStatement } from '../schema/index.ts'
import { findMonthsOfChecks } from '../staff/fact-checks.ts'
import { countFactConditions } from '../staff/school-facts.ts'
import { visible } from '../visible-rows.ts'

/** So many months of checks are shown at most. */
const shownMonths = 12

type Ages = { fact: string | null; dated: number; median: number | null }

/** How much is known of schools on a day, and how old it is: see `getFactSummary`. */
export async function summariseFacts(db: Database, today: string): Promise<DataOf<typeof getFactSummary>> {
  const counts = await countFactConditions(db, today)
  const { rows } = await db.execute<Ages>(sql`
    select st.fact, count(*)::integer as dated,
      (percentile_disc(0.5) within group (order by ${today}::date - st.day))::integer as median
    from (
      select s.school_id, unnest(s.facts) as fact, coalesce(s.source_date, s.received_on) as day
      from ${schoolStatement} s where s.value is null
    ) st join ${school} on ${school.id} = st.school_id
    where st.day <= ${today}::date and ${visible(school)} and ${school.state} <> 'closed'
    group by grouping sets ((st.fact), ())`)
  const months = await findMonthsOfChecks(db, fewestSummed)
  const agesOf = (fact: string | null) => {
    const { dated = 0, median = null } = rows.find((row) => row.fact === fact) ?? {}
    return { dated, ...(median === null ? {} : { median_age_days: median }) }
  }
  const sumOf = (fact: string | undefined, name: 'known' | 'schools' | 'stale') =>
    counts.filter((row) => fact === undefined || row.fact === fact).reduce((sum, row) => sum + row[name], 0)
  return {
    schools: sumOf('kind', 'schools'),
    stale: sumOf(undefined, 'stale'),
    ...agesOf(null),
    facts: statedFacts.map((fact) => ({
      fact,
      known: sumOf(fact, 'known'),
      stale: sumOf(fact, 'stale'),
      ...agesOf(fact),
    })),
    checks: months
      .slice(0, shownMonths)
      .map(({ month, right, wrong, unclear }) => ({ month, right, wrong, unclear })),
  }
}

/** The medians of a city's figures: see `getCityMedians`. */
export async function findCityMedians(
  db: Database,
  cityCode: string,
): Promise<DataOf<typeof getCityMedians>> {
  const counted = medianFigures.map((fact) => {
    const column = sql`${school}.${sql.identifier(fact)}`
    const isFresh = sql`filter (where not ${fact} = any(${schoolSearch.staleFacts}))`
    return sql`jsonb_build_object('fact', ${fact}::text, 'schools', count(${column}) ${isFresh},
      'median', percentile_disc(0.5) within group (order by ${column}) ${isFresh})`
  })
  const { rows } = await db.execute<{ figures: DataOf<typeof getCityMedians>['figures'] }>(sql`
    select jsonb_build_array(${sql.join(counted, sql`, `)}) as figures
    from ${school} join ${schoolSearch} on ${schoolSearch.schoolId} = ${school.id}
    where ${school.cityCode} = ${cityCode} and ${school.state} <> 'closed' and ${visible(school)} and ${visible(schoolSearch)}`)
  return { figures: (rows[0]?.figures ?? []).filter(({ schools }) => schools >= fewestSummed) }
}
