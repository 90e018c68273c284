import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TuitionFee } from '#server/contract/child/school-entry.ts'
import { districtsOf } from '#server/contract/districts.ts'
import { grades } from '#server/contract/grades.ts'
import { listSchools } from '#server/contract/schools/schools.ts'
import { boardings, feeBands, stages } from '#server/contract/vocabulary.ts'
import type { DatabaseConnection } from '#server/db/connect.ts'
import { createApi, type Api } from '#server/http/create-api.ts'
import { addSchool, ask, dependenciesOn } from '#tests/support/api/api.ts'
import { openTestDatabase } from '#tests/support/database/database.ts'

let database: DatabaseConnection
let api: Api

beforeAll(async () => {
  database = await openTestDatabase()
  api = createApi(dependenciesOn(database))
})
afterAll(() => database.close())

async function listOf(query: string) {
  return listSchools.data.parse((await ask(api, `/api/schools?${query}`)).data)
}

test('values come in the order of their vocabulary, districts in the official one', async () => {
  const districts = districtsOf('4404')
  for (const { slug } of districts.toReversed()) {
    const facts = { district: slug, stages: stages.map((stage) => stage.slug).toReversed() }
    await addSchool(database, `横琴${slug}学校`, '4404', { ...facts, tuitionMin: 0, tuitionMax: 400_000 })
  }
  const list = await listOf('city_code=4404')
  expect(list.facets.stage.map(({ value }) => value)).toEqual(stages.map(({ slug }) => slug))
  expect(list.facets.district.map(({ value, label }) => `${value} ${label}`)).toEqual(
    districts.map(({ slug, name }) => `${slug} ${name}`),
  )
  expect(list.facets.fee.map(({ value }) => value)).toEqual(feeBands.map(({ slug }) => slug))
})

test('a value that does not occur is left out unless it is selected', async () => {
  await addSchool(database, '惠州独一学校', '4413', {
    kind: 'public',
    tuitionMin: 20_000,
    tuitionMax: 30_000,
  })
  const { data } = await ask(api, '/api/schools?city_code=4413&kind=foreign&fee_min=300000')
  expect(data).toMatchObject({
    total: 0,
    facets: {
      stage: [],
      kind: [{ value: 'foreign', count: 0 }],
      fee: [{ value: '300000-', count: 0 }],
    },
    relaxations: [{ remove: ['kind', 'fee'], count: 1 }],
  })
})

test('an empty list names the cities where the same is found, without this city’s district', async () => {
  await addSchool(database, '莞城外校', '4419', { kind: 'foreign', district: 'dongcheng' })
  await addSchool(database, '莞城又一外校', '4419', { kind: 'foreign' })
  await addSchool(database, '京城外校', '1101', { kind: 'foreign', district: 'dongcheng' })
  const { data } = await ask(api, '/api/schools?city_code=4406&kind=foreign&district=shunde')
  const list = listSchools.data.parse(data)
  expect(list.elsewhere?.filter(({ city_code: code }) => ['4419', '1101'].includes(code))).toEqual([
    { city_code: '4419', count: 2 },
    { city_code: '1101', count: 1 },
  ])
})

test('one district slug means each city’s own district', async () => {
  expect((await listOf('city_code=4419&district=dongcheng')).items.map(({ name }) => name)).toEqual([
    '莞城外校',
  ])
  expect((await listOf('city_code=1101&district=dongcheng')).items.map(({ name }) => name)).toEqual([
    '京城外校',
  ])
  expect((await listOf('district=dongcheng')).total).toBe(2)
  expect((await listOf('city_code=4406&district=dongcheng')).total).toBe(0)
})

/** A school whose whole tuition is from the lowest of its grades to the highest, of which it may state none. */
const anySchool = fc
  .record({
    stages: fc.subarray(stages.map(({ slug }) => slug)),
    boarding: fc.constantFrom(...boardings.map(({ slug }) => slug), null),
    fees: fc.array(
      fc.tuple(
        fc.constantFrom(...grades),
        fc.nat(3),
        fc.integer({ min: 0, max: 400 }),
        fc.constantFrom(2025, 2026),
      ),
      { maxLength: 4 },
    ),
    whole: fc.option(fc.tuple(fc.integer({ min: 0, max: 400 }), fc.nat(100))),
  })
  .map(({ stages: taught, boarding, fees, whole }) => {
    const tuition = fees.map(([grade, more, thousands, year]): TuitionFee => ({
      from_grade: grade.level,
      to_grade: Math.min(grade.level + more, 12),
      school_year: year,
      day: thousands * 1000 + 50,
      boarding: thousands * 1000 + 20_050,
    }))
    const amounts = tuition.flatMap(({ day = 0, boarding: boarder = 0 }) => [day, boarder])
    const [least, more] = whole ?? [undefined, 0]
    const range =
      amounts.length > 0
        ? { tuitionMin: Math.min(...amounts), tuitionMax: Math.max(...amounts) }
        : least === undefined
          ? {}
          : { tuitionMin: least * 1000, tuitionMax: (least + more) * 1000 }
    return { facts: { stages: taught, boarding, ...range }, lists: { tuition } }
  })

describe('the tuition of stages', () => {
  const city = 'city_code=4401&page_size=50'
  beforeAll(async () => {
    const schools = fc.sample(anySchool, { numRuns: 45, seed: 41 })
    for (const [at, { facts, lists }] of schools.entries())
      await addSchool(database, `第${at}校`, '4401', { ...facts, rank: at }, [], lists)
  })

  const totalOf = async (query: string) => (await listOf(`${city}&${query}`)).total
  const rangeOf = fc.tuple(
    fc.constantFrom(undefined, 50_000, 77_000, 100_000),
    fc.constantFrom(undefined, 100_000, 200_000, 233_000),
  )

  test('facets, filter, bins and orders of chosen stages go by the tuition of these', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.subarray(
          stages.map(({ slug }) => slug),
          { minLength: 1, maxLength: 2 },
        ),
        rangeOf,
        async (chosen, [min, max]) => {
          const fees = `${min === undefined ? '' : `&fee_min=${min}`}${max === undefined ? '' : `&fee_max=${max}`}`
          const ofStages = `stage=${chosen.join(',')}`
          const all = await listOf(`${city}&${ofStages}&fee_bins=1`)
          const within = (low: number, high: number) =>
            all.items.filter(({ stage_tuition: tuition }) => {
              const { min: least, max: most } = tuition ?? {}
              return least !== undefined && most !== undefined && most >= low && least < high
            })
          // Of two stages between whose prices the range lies neither fits: one stage is compared at a time.
          const list = await listOf(`${city}&${ofStages}${fees}`)
          const bounded = within(min ?? 0, max ?? Infinity)
          expect(chosen.length === 1 && fees !== '' ? list.items : bounded).toEqual(bounded)
          for (const { id } of list.items) expect(all.items.map((item) => item.id)).toContain(id)

          for (const { slug, min: low, max: high } of feeBands) {
            const counted = all.facets.fee.find(({ value }) => value === slug)?.count ?? 0
            const bounds = `fee_min=${low}${high === undefined ? '' : `&fee_max=${high}`}`
            expect(counted, slug).toBe(await totalOf(`${ofStages}&${bounds}`))
          }
          for (const { slug } of stages) {
            const counted = list.facets.stage.find(({ value }) => value === slug)?.count ?? 0
            expect(counted, slug).toBe(await totalOf(`stage=${slug}${fees}`))
          }
          const priced = within(0, Infinity)
          expect(all.fee_bins?.reduce((sum, schools) => sum + schools, 0)).toBe(priced.length)
          const rising = (await listOf(`${city}&${ofStages}&sort=tuition_asc`)).items
          const lowest = rising.map(({ stage_tuition: tuition }) => tuition?.min ?? Infinity)
          expect(lowest).toEqual(lowest.toSorted((a, b) => a - b))
          const falling = (await listOf(`${city}&${ofStages}&sort=tuition_desc`)).items
          const highest = falling.map(({ stage_tuition: tuition }) => tuition?.max ?? -1)
          expect(highest).toEqual(highest.toSorted((a, b) => b - a))
        },
      ),
      { numRuns: 12, seed: 3, examples: [[['high'], [77_000, 233_000]]] },
    )
  }, 120_000)

  test('an empty list counts what it has without its stage, or without its tuition', async () => {
    await addSchool(
      database,
      '贵高中',
      '1101',
      { stages: ['primary', 'high'], tuitionMin: 1, tuitionMax: 300_000 },
      [],
      {
        tuition: [
          { from_grade: 1, to_grade: 6, school_year: 2026, day: 60_000 },
          { from_grade: 10, to_grade: 12, school_year: 2026, day: 300_000 },
        ],
      },
    )
    await addSchool(database, '只有总价的学校', '1101', {
      stages: ['primary', 'high'],
      tuitionMin: 60_000,
      tuitionMax: 300_000,
    })
    const list = await listOf('city_code=1101&stage=high&fee_max=100000')
    expect(list.total).toBe(0)
    expect(list.relaxations).toEqual([
      { remove: ['stage'], count: 2 },
      { remove: ['fee'], count: 2 },
    ])
    expect(
      list.near_misses?.map(({ missed, school: { stage_tuition: tuition } }) => [missed, tuition]),
    ).toEqual([
      ['fee', { stages: ['high'], min: 300_000, max: 300_000 }],
      ['fee', { stages: ['high'] }],
    ])
  })
})
