import { and, inArray, sql, type SQL } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { schoolColumns, statedFacts } from '#server/contract/catalogue/school-columns.ts'
import { schoolTermLists, type SchoolTermsFact } from '#server/contract/catalogue/school-facts.ts'
import { recordOf } from '#server/contract/catalogue/typed-records.ts'
import { districtOf } from '#server/contract/districts.ts'
import type { SchoolCardData } from '#server/contract/schools/schools.ts'
import { boardings, curricula, kinds, schoolStates, stages, type Stage } from '#server/contract/vocabulary.ts'
import { cityCodeOf } from '../city-code.ts'
import type { Database } from '../connect.ts'
import { visible } from '../visible-rows.ts'
import { school, schoolSearch } from '../schema/index.ts'
import { stageFeeAt } from '../search/grade-cells.ts'
import { childListsColumn, withChildAnswer, type ForChild } from './child-answers.ts'
import { nextOpenDayOf } from '../next-open-day.ts'
import { withoutNulls } from '../without-nulls.ts'

// Correlated on purpose: one index probe for each row that is returned, inside the same statement. The school's column
// is written out, for Drizzle drops table names from the columns of a query over one table.
const nextOpenDay = nextOpenDayOf(sql`"school"."id"`).mapWith((value: string): Date | null => new Date(value))

const searchRow = alias(schoolSearch, 'search_row')

/** The facts of a school that lists do not count as known any more. */
const staleFacts = sql<string[]>`coalesce((select search_row.stale_facts from ${schoolSearch} as search_row
  where search_row.school_id = "school"."id" and ${visible(searchRow)}), '{}')`

/** Columns of a school card; select them from `school` itself, not from an alias. */
export const schoolCardColumns = {
  id: school.id,
  name: school.name,
  nameEn: school.nameEn,
  cityCode: school.cityCode,
  district: school.district,
  kind: school.kind,
  stages: school.stages,
  curricula: school.curricula,
  ...recordOf(schoolTermLists, (name) => sql<string[]>`"school".${sql.identifier(name)}`),
  boarding: school.boarding,
  founded: school.founded,
  tuitionMin: school.tuitionMin,
  tuitionMax: school.tuitionMax,
  summary: school.summary,
  state: school.state,
  lat: school.lat,
  lng: school.lng,
  logo: school.logo,
  cover: school.cover,
  sample: school.sample,
  updatedAt: school.updatedAt,
  nextOpenDay,
  staleFacts,
}

type CardColumn = Exclude<keyof typeof schoolCardColumns, 'nextOpenDay' | 'staleFacts' | SchoolTermsFact>
/** A row of `schoolCardColumns`. */
export type SchoolCardRow = Pick<typeof school.$inferSelect, CardColumn> &
  Record<SchoolTermsFact, string[]> & { nextOpenDay: Date | null; staleFacts: string[] }

function termsIn<Slug extends string>(terms: readonly { slug: Slug }[], slugs: readonly string[]): Slug[] {
  return terms.filter(({ slug }) => slugs.includes(slug)).map(({ slug }) => slug)
}

/** Card of a school. Terms that are in no vocabulary are left out, as unknown. */
export function toSchoolCard(row: SchoolCardRow): SchoolCardData {
  const { id, name, nameEn, founded, tuitionMin, tuitionMax, summary, lat, lng, logo, cover } =
    withoutNulls(row)
  const district = row.district === null ? undefined : districtOf(row.cityCode, row.district)
  const [kind] = termsIn(kinds, row.kind === null ? [] : [row.kind])
  const [boarding] = termsIn(boardings, row.boarding === null ? [] : [row.boarding])
  const [state = 'open'] = termsIn(schoolStates, [row.state])
  const stale = statedFacts.filter((fact) => row.staleFacts.includes(fact))
  return {
    id,
    name,
    name_en: nameEn,
    city_code: cityCodeOf(row.cityCode),
    district: district && { slug: district.slug, name: district.name },
    kind,
    stages: termsIn(stages, row.stages),
    curricula: termsIn(curricula, row.curricula),
    ...recordOf(schoolTermLists, (name) => {
      const known = termsIn<string>(schoolColumns[name].value.terms, row[name])
      return known.length === 0 ? undefined : known
    }),
    boarding,
    founded,
    tuition_min: tuitionMin,
    tuition_max: tuitionMax,
    ...(stale.length === 0 ? {} : { stale_facts: stale }),
    summary,
    state,
    lat,
    lng,
    logo,
    cover,
    next_open_day: row.nextOpenDay?.toISOString(),
    updated_at: row.updatedAt.toISOString(),
    sample: row.sample,
  }
}

/** The `stage_fees` of a school's search row. */
function stageFees(): SQL<number[] | null> {
  return sql`(select stage_fees from ${schoolSearch} as search_row
    where search_row.school_id = "school"."id" and ${visible(searchRow)})`
}

/** The tuition of some stages together, from a school's `stage_fees`. */
function stageTuition(asked: readonly Stage[], fees: readonly number[]): SchoolCardData['stage_tuition'] {
  const known = asked
    .flatMap((stage) => [fees[stageFeeAt(stage) - 1], fees[stageFeeAt(stage)]])
    .filter((fee) => fee !== undefined && fee >= 0)
    .map(Number)
  const amounts = known.length === 0 ? {} : { min: Math.min(...known), max: Math.max(...known) }
  return { stages: [...asked], ...amounts }
}

/**
 * The cards of visible schools, for a child if there is one, in the order of their ids, with the tuition of stages where
 * some are given; unknown ids are left out. One statement.
 */
export async function findSchoolCards(
  db: Database,
  ids: readonly number[],
  forChild?: ForChild,
  ofStages?: readonly Stage[],
): Promise<SchoolCardData[]> {
  if (ids.length === 0) return []
  const rows = await db
    .select({
      card: schoolCardColumns,
      lists: childListsColumn(forChild),
      fees: ofStages === undefined ? sql<null>`null` : stageFees(),
    })
    .from(school)
    .where(and(inArray(school.id, [...ids]), visible(school)))
  const cards = new Map(
    rows.map(({ card, lists, fees }) => [
      card.id,
      {
        ...withChildAnswer(toSchoolCard(card), lists, forChild),
        ...(ofStages === undefined ? {} : { stage_tuition: stageTuition(ofStages, fees ?? []) }),
      },
    ]),
  )
  return ids.map((id) => cards.get(id)).filter((card) => card !== undefined)
}
