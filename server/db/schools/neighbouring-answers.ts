import { sql, type SQL } from 'drizzle-orm'
import type { EntryVerdict } from '#server/contract/child/judge-entry.ts'
import { cities } from '#server/contract/cities.ts'
import { districtsOf } from '#server/contract/districts.ts'
import { grades } from '#server/contract/grades.ts'
import { neighbouringGrades, type Neighbour } from '#server/contract/schools/schools.ts'
import type { Database } from '../connect.ts'
import { schoolSearch } from '../schema/index.ts'
import { placeOf, placeShift } from '../search/facet-bits.ts'
import { visible } from '../visible-rows.ts'
import { isJudged, teachesGrade, verdictIn } from '../search/child-columns.ts'
import type { FacetCounts } from './school-facets.ts'
import { filtersOf, notClosed, type ListInput } from './school-filters.ts'

/** Neighbours are named of a list with fewer schools than this that the child may enter. */
const fewSchools = 3
/** So many districts and cities are named at most, those with the most schools. */
const mostPlaces = 3

/** A list that differs in one thing: its counts, or how its schools are counted, all of them or by a column. */
type Candidate = { change: (key: string) => Change | undefined } & (Counted | Uncounted)
type Counted = { counts: { yes: number; ask: number } }
type Uncounted = { input: ListInput; by?: SQL }
type Change = Omit<Neighbour, 'yes' | 'ask'>
type Row = { at: number; key: string; yes: number; ask: number }

const countOf = ({ values }: FacetCounts, verdict: EntryVerdict) =>
  values.eligible.find(({ value }) => value === verdict)?.count ?? 0

/**
 * The lists next to one in which a child may enter few schools or none: of another grade, also one a year later, for day
 * pupils and boarders, with one condition less, and of other places. Those that have more schools for it than this one:
 * schools that it may enter, or where no list has any, schools to be asked. One statement; none for other lists, nor
 * for those with one condition less, which are counted with the list.
 */
export async function findNeighbours(
  db: Database,
  input: ListInput,
  counts: FacetCounts,
): Promise<Neighbour[]> {
  const [ownYes, ownAsk] = [countOf(counts, 'yes'), countOf(counts, 'ask')]
  const isSearch = input.q !== undefined && input.q !== ''
  if (!isJudged(input.child) || isSearch || input.page > 1 || ownYes >= fewSchools) return []
  const candidates = candidatesOf(input, counts)
  const selects = candidates.flatMap((each, at) => ('counts' in each ? [] : countIn(each, at)))
  const { rows } =
    selects.length === 0 ? { rows: [] } : await db.execute<Row>(sql.join(selects, sql` union all `))
  const counted = candidates.flatMap((each, at) => ('counts' in each ? { at, key: '', ...each.counts } : []))
  const found = [...rows, ...counted]
    .toSorted((a, b) => a.at - b.at || b.yes - a.yes || b.ask - a.ask)
    .flatMap(({ at, key, yes, ask }): Neighbour[] => {
      const change = candidates[at]?.change(key)
      return change === undefined ? [] : [{ ...change, yes, ask }]
    })
  const better = found.filter(({ yes }) => yes > ownYes)
  const shown = better.length > 0 || ownYes > 0 ? better : found.filter(({ ask }) => ask > ownAsk)
  return nearest(shown)
}

/** One grade before and one after, and no more than a few districts and cities. */
function nearest(found: readonly Neighbour[]): Neighbour[] {
  const seen = new Map<string, number>()
  return found.filter((neighbour) => {
    const { city_code: city, district, grade, later } = neighbour
    const [kind, most] =
      grade !== undefined
        ? [later === undefined ? 'before' : 'after', 1]
        : [(city ?? district) ? (city === undefined ? 'district' : 'city') : 'other', mostPlaces]
    const count = seen.get(kind) ?? 0
    seen.set(kind, count + 1)
    return kind === 'other' || count < most
  })
}

function candidatesOf(input: ListInput, { without }: FacetCounts): Candidate[] {
  const { child, city_code: cityCode, stage } = input
  const { grade, stay } = child ?? {}
  const one = (change: Change, changed: Partial<ListInput>): Candidate => ({
    change: () => change,
    input: { ...input, ...changed },
  })
  const others = grade === undefined ? [] : neighbouringGrades(grade.level)
  return [
    ...others.flatMap(({ level, later }) => {
      const other = grades.find((each) => each.level === level)
      if (child === undefined || other === undefined) return []
      const drops = stage !== undefined && stage.length > 0 && !stage.includes(other.stage)
      const change = {
        grade: other.slug,
        ...(later === 0 ? {} : { later }),
        ...(drops ? { remove: ['stage' as const] } : {}),
      }
      return one(change, { child: { ...child, grade: other }, ...(drops ? { stage: undefined } : {}) })
    }),
    ...(child === undefined || stay === undefined
      ? []
      : [one({ any_stay: true }, { child: { ...child, stay: undefined } })]),
    ...[...without].flatMap(([facet, counts]) =>
      facet === 'eligible' || facet === 'stage' ? [] : { change: () => ({ remove: [facet] }), counts },
    ),
    ...(cityCode === undefined ? [] : [...districts(input, cityCode), elsewhere(input, cityCode)]),
  ]
}

function districts(input: ListInput, cityCode: string): Candidate[] {
  const chosen = input.district ?? []
  if (chosen.length === 0) return []
  const bySlug = districtsOf(cityCode).map(({ slug }) => [String(placeOf(cityCode, slug)), slug] as const)
  return [
    {
      change: (key) => {
        const slug = bySlug.find(([place]) => place === key)?.[1]
        return slug === undefined || chosen.includes(slug) ? undefined : { district: slug }
      },
      input: { ...input, district: undefined },
      by: sql`facets >> ${sql.raw(String(32 + placeShift))}`,
    },
  ]
}

function elsewhere(input: ListInput, cityCode: string): Candidate {
  return {
    change: (key) => {
      const city = cities.find(({ code }) => code === key && code !== cityCode)
      return city && { city_code: city.code }
    },
    input: { ...input, district: undefined, city_code: undefined },
    by: sql`city_code`,
  }
}

/** The schools of a candidate that the child may enter, and those to be asked, by its column. */
function countIn({ input, by }: Uncounted, at: number): SQL {
  const { child, city_code: cityCode } = input
  if (!isJudged(child)) throw new Error('a neighbouring list is one for a child that is judged')
  const where = [
    cityCode === undefined ? sql`true` : sql`city_code = ${cityCode}`,
    notClosed,
    visible(schoolSearch),
    teachesGrade(child),
    verdictIn(child, ['yes', 'ask']),
    ...filtersOf({ ...input, eligible: undefined }).map((filter) => filter.where),
  ]
  const yes = verdictIn(child, ['yes'])
  return sql`select ${sql.raw(String(at))} as at, (${by ?? sql`''`})::text as key,
      count(*) filter (where ${yes})::int as yes, count(*) filter (where not (${yes}))::int as ask
    from ${schoolSearch} where ${sql.join(where, sql` and `)}${by === undefined ? sql`` : sql` group by 2`}`
}
