import { assert, asyncProperty, constantFrom, option, record, uniqueArray } from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { districtsOf } from '#server/contract/districts.ts'
import { facetNames, type FacetName } from '#server/contract/schools/facets.ts'
import { listSchools } from '#server/contract/schools/schools.ts'
import {
  boardings,
  busTerms,
  curricula,
  feeBands,
  feeBinCount,
  feeBinStep,
  kinds,
  stages,
  supports,
  teachingLanguages,
} from '#server/contract/vocabulary.ts'
import type { DatabaseConnection } from '#server/db/connect.ts'
import { createApi, type Api } from '#server/http/create-api.ts'
import { addSchool, ask, dependenciesOn } from '#tests/support/api/api.ts'
import { openTestDatabase } from '#tests/support/database/database.ts'

let database: DatabaseConnection
let api: Api

type Facts = {
  stages: string[]
  kind: string | null
  curricula: string[]
  district: string | null
  boarding: string | null
  teachingLanguages: string[]
  supports: string[]
  tuitionMin: number | null
  tuitionMax: number | null
}
type Asked = Partial<Record<Exclude<FacetName, 'fee'>, string[]>> & {
  fee_min?: number
  fee_max?: number
  /** Facets of which a school may be unknown; without a selection of theirs it must be. */
  unknown?: FacetName[]
}

const slugsOf = (terms: readonly { slug: string }[]) => terms.map(({ slug }) => slug)
const vocabulary = {
  stage: slugsOf(stages),
  kind: slugsOf(kinds),
  curriculum: slugsOf(curricula),
  district: slugsOf(districtsOf('4404')),
  boarding: slugsOf(boardings),
  language: slugsOf(teachingLanguages),
  buses: slugsOf(busTerms),
  support: slugsOf(supports),
}

/** Forty schools of one city whose facts cycle through the vocabularies at different paces. */
const schools: Facts[] = Array.from({ length: 40 }, (_, at) => {
  const one = (words: string[], step: number) => words[Math.floor(at / step) % (words.length + 1)] ?? null
  const some = (words: string[], step: number) =>
    words.filter((_word, index) => (at * step + index * 7) % 5 < 2)
  const tuition = at % 6 === 0 ? null : (at % 11) * 35_000
  return {
    stages: some(vocabulary.stage, 3),
    kind: one(vocabulary.kind, 1),
    curricula: some(vocabulary.curriculum, 2),
    district: one(vocabulary.district, 2),
    boarding: one(vocabulary.boarding, 3),
    teachingLanguages: some(vocabulary.language, 1),
    supports: some(vocabulary.support, 4),
    tuitionMin: at % 13 === 1 ? null : tuition,
    tuitionMax: tuition === null ? null : tuition + (at % 3) * 40_000,
  }
})

/** Every third school has a bus. */
const hasBuses = (facts: Facts) => schools.indexOf(facts) % 3 === 0

beforeAll(async () => {
  database = await openTestDatabase()
  api = createApi(dependenciesOn(database))
  for (const [at, facts] of schools.entries()) {
    const lists = hasBuses(facts) ? { bus_stops: [{ line: '一号线', name: '拱北' }] } : {}
    await addSchool(database, `横琴第${at + 1}学校`, '4404', facts, [], lists)
  }
})
afterAll(() => database.close())

const one = (word: string | null) => (word === null ? [] : [word])

/**
 * Lowest and highest tuition: of the whole school, or of each of its stages that is asked for; none where it is unknown. A
 * school's range is that of a stage where it has no other, or one price.
 */
function pricesOf({ stages: taught, tuitionMax, tuitionMin }: Facts, asked: Asked): [number, number][] {
  const low = tuitionMin ?? tuitionMax
  const high = tuitionMax ?? tuitionMin
  if (low === null || high === null) return []
  if (asked.stage === undefined) return [[low, high]]
  if (taught.length > 1 && low !== high) return []
  return asked.stage.filter((stage) => taught.includes(stage)).map(() => [low, high])
}

const touches = ([low, high]: [number, number], min: number, max = Infinity) =>
  (min === 0 || high > min) && low <= max

const wordsOf = (facts: Facts, asked: Asked): Record<FacetName, string[]> => ({
  stage: facts.stages,
  kind: one(facts.kind),
  curriculum: facts.curricula,
  district: one(facts.district),
  boarding: one(facts.boarding),
  language: facts.teachingLanguages,
  buses: hasBuses(facts) ? ['some'] : [],
  support: facts.supports,
  fee: feeBands
    .filter(({ min, max }) => pricesOf(facts, asked).some((price) => touches(price, min, max)))
    .map(({ slug }) => slug),
})

function passes(facts: Facts, asked: Asked, facet: FacetName): boolean {
  const isAsked =
    facet === 'fee' ? asked.fee_min !== undefined || asked.fee_max !== undefined : asked[facet] !== undefined
  if (asked.unknown?.includes(facet) === true) {
    const isUnknown =
      facet === 'fee' ? pricesOf(facts, asked).length === 0 : wordsOf(facts, asked)[facet].length === 0
    if (isUnknown || !isAsked) return isUnknown
  }
  if (!isAsked) return true
  if (facet !== 'fee') return wordsOf(facts, asked)[facet].some((word) => asked[facet]?.includes(word))
  const { fee_min: min = 0, fee_max: max = Infinity } = asked
  return (min === 0 || min < max) && pricesOf(facts, asked).some((price) => touches(price, min, max))
}

const facets = facetNames

const matching = (asked: Asked) =>
  schools.filter((facts) => facets.every((facet) => passes(facts, asked, facet)))

/** What is asked without a facet. */
function without(asked: Asked, facet: FacetName): Asked {
  const left: readonly string[] = facet === 'fee' ? ['fee_min', 'fee_max'] : [facet]
  const others = asked.unknown?.filter((name) => name !== facet)
  return {
    ...Object.fromEntries(Object.entries(asked).filter(([name]) => !left.includes(name))),
    ...(others === undefined ? {} : { unknown: others }),
  }
}

/** The counts of the words that occur, by counting school after school; each stage is counted by its own tuition. */
function expectedCounts(asked: Asked, facet: FacetName): Record<string, number> {
  const counts = new Map<string, number>()
  const add = (word: string, count: number) => counts.set(word, (counts.get(word) ?? 0) + count)
  if (facet === 'stage')
    for (const stage of vocabulary.stage)
      add(stage, matching({ ...without(asked, 'stage'), stage: [stage] }).length)
  else
    for (const facts of matching(without(asked, facet)))
      for (const word of wordsOf(facts, asked)[facet]) add(word, 1)
  return Object.fromEntries([...counts].filter(([, count]) => count > 0))
}

/** Of how many schools each facet is not known; of stages not in a list with a fee of stages. */
function expectedUnknown(asked: Asked): Partial<Record<FacetName, number>> {
  const isByStage = asked.stage !== undefined && askedFacets(asked).includes('fee')
  return Object.fromEntries(
    facets.flatMap((facet): [FacetName, number][] => {
      if (facet === 'stage' && isByStage) return []
      const count = matching(without(asked, facet)).filter(
        (facts) => wordsOf(facts, asked)[facet].length === 0,
      ).length
      return count === 0 ? [] : [[facet, count]]
    }),
  )
}

const someOf = (words: string[]) =>
  option(uniqueArray(constantFrom(...words), { minLength: 1, maxLength: 3 }), { nil: undefined })
const bound = option(constantFrom(0, 50_000, 75_000, 100_000, 140_000, 200_000, 300_000, 310_000), {
  nil: undefined,
})
const question = record({
  stage: someOf(vocabulary.stage),
  kind: someOf(vocabulary.kind),
  curriculum: someOf(vocabulary.curriculum),
  district: someOf(vocabulary.district),
  boarding: someOf(vocabulary.boarding),
  language: someOf(vocabulary.language),
  buses: someOf(vocabulary.buses),
  support: someOf(vocabulary.support),
  fee_min: bound,
  fee_max: bound,
  unknown: option(uniqueArray(constantFrom(...facets), { minLength: 1, maxLength: 3 }), { nil: undefined }),
}).map((given) => {
  const asked: Asked = {}
  for (const facet of facets) {
    if (facet === 'fee') continue
    const words = given[facet]
    if (words !== undefined) asked[facet] = words
  }
  if (given.fee_min !== undefined) asked.fee_min = given.fee_min
  if (given.fee_max !== undefined) asked.fee_max = given.fee_max
  if (given.unknown !== undefined) asked.unknown = given.unknown
  return asked
})

const askedFacets = (asked: Asked) =>
  facets.filter(
    (facet) =>
      asked.unknown?.includes(facet) === true ||
      (facet === 'fee'
        ? asked.fee_min !== undefined || asked.fee_max !== undefined
        : asked[facet] !== undefined),
  )

/** What removing one filter would bring, or all of them together when that brings nothing. */
function expectedRelaxations(asked: Asked) {
  const alone = askedFacets(asked).map((facet) => ({
    remove: [facet],
    count: matching(without(asked, facet)).length,
  }))
  const helping = alone.filter(({ count }) => count > 0)
  if (helping.length > 0) return helping
  return [{ remove: askedFacets(asked), count: schools.length }]
}

const inNoOrder = (relaxations: readonly { remove: readonly string[]; count: number }[]) =>
  new Set(relaxations.map(({ remove, count }) => ({ remove: new Set(remove), count })))

function expected(asked: Asked) {
  const total = matching(asked).length
  return {
    total,
    rows: total,
    counts: Object.fromEntries(facets.map((facet) => [facet, expectedCounts(asked, facet)])),
    unknown: expectedUnknown(asked),
    relaxations: inNoOrder(total === 0 ? expectedRelaxations(asked) : []),
  }
}

async function listOf(asked: Asked) {
  const fields = Object.entries(asked).map(([name, value]) => [name, String(value)])
  const query = new URLSearchParams([
    ['city_code', '4404'],
    ['page_size', '50'],
    ['fee_bins', '1'],
    ...fields,
  ])
  return listSchools.data.parse((await ask(api, `/api/schools?${query}`)).data)
}

async function answered(asked: Asked) {
  const list = await listOf(asked)
  const countsOf = (facet: FacetName) =>
    list.facets[facet].filter(({ count }) => count > 0).map(({ value, count }) => [value, count])
  return {
    total: list.total,
    rows: list.items.length,
    counts: Object.fromEntries(facets.map((facet) => [facet, Object.fromEntries(countsOf(facet))])),
    unknown: list.unknown ?? {},
    relaxations: inNoOrder(list.relaxations ?? []),
  }
}

test('for any selection rows, counts and suggestions equal those of counting school by school', async () => {
  await assert(
    asyncProperty(question, async (asked) => {
      expect(await answered(asked)).toEqual(expected(asked))
    }),
    { numRuns: 60 },
  )
})

const failedBy = (facts: Facts, asked: Asked) => facets.filter((facet) => !passes(facts, asked, facet))

/** The facts of a school, whose name holds its number. */
function factsOf(name: string): Facts {
  const facts = schools[Number(/\d+/.exec(name)?.[0]) - 1]
  if (facts === undefined) throw new Error(`nobody added ${name}`)
  return facts
}

test('a list with few schools names others, each with the one condition that it fails, never the stage', async () => {
  await assert(
    asyncProperty(question, async (asked) => {
      const { near_misses: misses = [], total } = await listOf(asked)
      const missing = schools.filter((facts) => {
        const [failed, ...more] = failedBy(facts, asked)
        return failed !== undefined && failed !== 'stage' && more.length === 0
      })
      const narrowing = askedFacets(asked)
      const isCalled = total < 3 && (narrowing.length > 1 || narrowing[0] === 'fee')
      expect(misses).toHaveLength(isCalled ? Math.min(4, missing.length) : 0)
      for (const { missed, school } of misses) expect(failedBy(factsOf(school.name), asked)).toEqual([missed])
      expect(new Set(misses.map(({ school }) => school.id)).size).toBe(misses.length)
      // No condition is named twice while another one is not named at all.
      const named = new Set(misses.map(({ missed }) => missed))
      const failed = new Set(missing.map((facts) => failedBy(facts, asked)[0]))
      expect(named.size).toBe(misses.length === 0 ? 0 : Math.min(4, failed.size))
    }),
    {
      numRuns: 60,
      examples: [[{ stage: ['high'], curriculum: ['dse'], district: ['doumen'], fee_max: 50_000 }]],
    },
  )
})

test('a tuition that is missed is the nearest one', async () => {
  const asked = { district: ['doumen'], stage: ['high'], fee_max: 5000 }
  const { near_misses: misses = [] } = await listOf(asked)
  const fees = misses.flatMap(({ missed, school }) =>
    missed === 'fee' ? [school.tuition_min ?? school.tuition_max] : [],
  )
  const missing = schools.filter((facts) => String(failedBy(facts, asked)) === 'fee')
  const lowest = Math.min(...missing.map((facts) => facts.tuitionMin ?? facts.tuitionMax ?? Infinity))
  expect(fees.length).toBeGreaterThan(0)
  expect(Math.min(...fees.map((fee) => fee ?? Infinity))).toBe(lowest)
})

test('near misses that are asked for are named however many schools match', async () => {
  const query = 'city_code=4404&page_size=50&curriculum=ib&district=doumen,jinwan&near_misses=10'
  const asked = { curriculum: ['ib'], district: ['doumen', 'jinwan'] }
  const list = listSchools.data.parse((await ask(api, `/api/schools?${query}`)).data)
  expect(list.total).toBeGreaterThan(2)
  expect(list.near_misses).toHaveLength(10)
  for (const { missed, school } of list.near_misses ?? [])
    expect(failedBy(factsOf(school.name), asked)).toEqual([missed])
  const later = listSchools.data.parse((await ask(api, `/api/schools?${query}&page=2`)).data)
  expect(later).not.toHaveProperty('near_misses')
})

test('the bins count every school with a tuition once, whatever tuition is filtered by', async () => {
  await assert(
    asyncProperty(question, async (asked) => {
      const others = facets.filter((facet) => facet !== 'fee')
      const fees = schools
        .filter((facts) => others.every((facet) => passes(facts, asked, facet)))
        .flatMap((facts) => pricesOf(facts, asked).slice(0, 1))
        .map(([low]) => low)
      const bins = Array.from({ length: feeBinCount }, () => 0)
      for (const fee of fees) {
        const bin = Math.min(Math.max(0, Math.ceil(fee / feeBinStep) - 1), feeBinCount - 1)
        bins[bin] = (bins[bin] ?? 0) + 1
      }
      expect((await listOf(asked)).fee_bins).toEqual(bins)
    }),
    { numRuns: 30 },
  )
})
