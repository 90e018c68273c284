import { toCamelCase } from 'drizzle-orm/casing'
import { lastDayOf, type SchoolStatement } from '#server/contract/catalogue/fact-statements.ts'
import { columnsOfFact, type StatedFact } from '#server/contract/catalogue/school-columns.ts'
import { recordOf } from '#server/contract/catalogue/typed-records.ts'
import { packFacets } from './facet-bits.ts'
import type { school, schoolName, schoolSearch } from '../schema/school.ts'
import { gradeCosts, gradeEntry, stageFees, type GradeSource } from './grade-cells.ts'
import { comparable, fold, runsOf } from './search-fold.ts'
import { nameForms } from './search-names.ts'
import { syllablesOf } from './search-pinyin.ts'
import { addFacetTokens, addNameTokens, cityToken } from './search-tokens.ts'
import { facetSpellings } from './search-words.ts'

/** Facts of a school that lists neither filter nor order by, which make its page complete. */
const otherFacts = [
  'students',
  'classSize',
  'teacherRatio',
  'foreignTeachers',
  'totalCostMin',
  'address',
  'phone',
  'website',
  'summary',
  'logo',
  'cover',
] as const satisfies readonly (keyof typeof school.$inferInsert)[]

/** Source of a row of `school_search`: a school with its other names. */
export type SearchSource = Partial<typeof school.$inferInsert> &
  Pick<typeof school.$inferInsert, 'cityCode' | 'name'> &
  GradeSource & {
    id: number
    names: readonly Pick<typeof schoolName.$inferInsert, 'kind' | 'name'>[]
    /** The stops of its bus lines. */
    busLines?: readonly unknown[] | undefined
    statements?: readonly SchoolStatement[] | undefined
  }

/** The rank of a school that no editor gave one. */
const defaultRank = 1_000_000
/** Ranks of schools without one are the default less what is known of them: the most complete ones come first. Editors' ranks lie below. */
export const leastUnranked = defaultRank - 100
/** Added to the rank of closed schools: they are last in a search, and excluded from lists and counts without one. */
export const closedRank = 1_000_000_000
/** Added to the rank of schools that take nobody for now: the recommended order has them behind those that do. */
const pausedRank = 500_000_000
const addedRanks: ReadonlyMap<string | undefined, number> = new Map([
  ['not_enrolling', pausedRank],
  ['closed', closedRank],
])
const longestNames = 4000

function rankOf(source: SearchSource): number {
  const { rank = defaultRank } = source
  return rank === defaultRank ? defaultRank - countKnown(source) : rank
}

/** How many facts of a school are known: its fact sheet, how to reach it, pictures, its lists of costs and entry. */
function countKnown(source: SearchSource): number {
  const {
    boarding,
    curricula,
    district,
    eligibility,
    entryGrades,
    fees,
    founded,
    kind,
    lat,
    stages,
    tuition,
  } = source
  const facts: unknown[] = [
    ...otherFacts.map((name) => source[name]),
    boarding,
    district,
    founded,
    kind,
    lat,
    source.tuitionMin ?? source.tuitionMax,
  ]
  const lists = [curricula, stages, tuition, fees, entryGrades, eligibility]
  return (
    facts.filter((fact) => fact !== undefined && fact !== null).length +
    lists.filter((list) => list !== undefined && list.length > 0).length
  )
}

function soundsOf(folded: string): string[] {
  const runs = runsOf(folded.replaceAll(' ', ''))
  if (!runs.some(({ script }) => script === 'han')) return []
  const syllables = runs.map(({ script, text }) =>
    script === 'han' ? syllablesOf(text).map(([first]) => first ?? '') : [text],
  )
  const initials = runs.map(({ script, text }, index) =>
    script === 'han' ? (syllables[index] ?? []).map((syllable) => syllable.slice(0, 1)) : [text],
  )
  return [syllables.flat().join(''), initials.flat().join('')]
}

/** Names for the relevance rank: those of the name, then after a tab all other spellings; each between two line feeds. */
function namesOf([name = '', ...others]: readonly string[]): string {
  const own = [comparable(name), ...soundsOf(name)]
  const more = new Set([...others.map(comparable), ...others.flatMap(soundsOf)])
  let names = `\n${own.join('\n')}\n\t\n`
  for (const spelling of more) if (names.length + spelling.length < longestNames) names += `${spelling}\n`
  return names
}

/** Facts whose absence makes others incomplete: without the fees no yearly cost is right, without a price no list of prices. */
const needed: Partial<Record<StatedFact, readonly StatedFact[]>> = { tuition_min: ['tuition', 'fees'] }

type OnDay = SearchSource & { stale: StatedFact[]; freshUntil: string | null }

/** A school as lists know it on a day: without facts that are past their life, and until when the others are not. */
function onDay(source: SearchSource, today: string | undefined): OnDay {
  const lives = (source.statements ?? []).flatMap((statement) =>
    statement.value === undefined
      ? statement.facts.map((fact) => ({ fact, last: lastDayOf(fact, statement) }))
      : [],
  )
  const stale = lives.flatMap(({ fact, last }) =>
    today !== undefined && last !== undefined && last < today ? [fact] : [],
  )
  const [next = null] = lives
    .flatMap(({ fact, last }) => (last === undefined || stale.includes(fact) ? [] : [last]))
    .toSorted()
  const gone = stale.flatMap((fact) => [fact, ...(needed[fact] ?? [])]).flatMap(columnsOfFact)
  return { ...source, ...recordOf(gone.map(toCamelCase), () => undefined), stale, freshUntil: next }
}

/** The columns of a school's row that age, on a day. */
export function agingColumns(stated: SearchSource, today?: string) {
  const source = onDay(stated, today)
  const { freshUntil, stale } = source
  return {
    ...packFacets(source),
    tuitionMin: source.tuitionMin ?? null,
    tuitionMax: source.tuitionMax ?? null,
    founded: source.founded ?? null,
    rank: rankOf(source) + (addedRanks.get(source.state) ?? 0),
    stageFees: stageFees(source),
    // A sum without fees that are known no more is no cost of a year.
    gradeCosts: gradeCosts(stale.includes('fees') ? { ...source, tuition: [] } : source),
    gradeEntry: gradeEntry(source),
    staleFacts: stale,
    freshUntil,
  }
}

/**
 * Row of `school_search` of a school on a day; write it in the same transaction whenever the school, one of its names or what it
 * says about grades changes. When the day `freshUntil` has passed, `renewSearchRows` makes it again. Without a day no fact is past
 * its life. A text finds a school by facts of any age.
 */
export function searchRowOf(source: SearchSource, today?: string): typeof schoolSearch.$inferInsert {
  const given = [
    source.name,
    ...(source.nameEn ? [source.nameEn] : []),
    ...source.names.map(({ name }) => name),
  ]
  const forms = [...new Set(given.flatMap((name) => nameForms(name, source.cityCode, source.district)))]
  const tokens = new Set([cityToken(source.cityCode)])
  for (const form of forms) addNameTokens(tokens, form)
  for (const spelling of facetSpellings(source)) addFacetTokens(tokens, fold(spelling))
  return {
    schoolId: source.id,
    cityCode: source.cityCode,
    lat: source.lat ?? null,
    lng: source.lng ?? null,
    names: namesOf(forms),
    tokens: [...tokens].toSorted(),
    ...agingColumns(source, today),
  }
}
