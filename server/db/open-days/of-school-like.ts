import { and, arrayOverlaps, eq, exists, inArray, sql, type SQL } from 'drizzle-orm'
import { alias, QueryBuilder } from 'drizzle-orm/pg-core'
import type { openDayCalendar } from '#server/contract/open-days.ts'
import type { ParsedInputOf } from '#server/contract/endpoint.ts'
import { openDay, school } from '../schema/index.ts'
import { visible } from '../visible-rows.ts'

/** Filters by district, stage and kind of the school. */
export type HostFilters = Pick<ParsedInputOf<typeof openDayCalendar>, 'district' | 'stage' | 'kind'>

const host = alias(school, 'host')

/** Condition on open days: those of schools that pass the filters; undefined without filters. */
export function ofSchoolLike({ district, stage, kind }: HostFilters): SQL | undefined {
  const wanted = [
    isChosen(district) ? inArray(host.district, district) : undefined,
    isChosen(stage) ? arrayOverlaps(host.stages, stage) : undefined,
    isChosen(kind) ? inArray(host.kind, kind) : undefined,
  ].filter((condition) => condition !== undefined)
  if (wanted.length === 0) return undefined
  const query = new QueryBuilder()
    .select({ one: sql`1` })
    .from(host)
    .where(and(eq(host.id, openDay.schoolId), visible(host), ...wanted))
  return exists(query)
}

function isChosen<Term>(terms: readonly Term[] | undefined): terms is [Term, ...Term[]] {
  return terms !== undefined && terms.length > 0
}
