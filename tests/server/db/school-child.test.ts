import { eq } from 'drizzle-orm'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listBusStops } from '#server/contract/child/bus-stops.ts'
import { identities } from '#server/contract/child/entry-terms.ts'
import { shownCost } from '#server/contract/child/cost-for.ts'
import { haversineOf } from '#server/contract/child/distance.ts'
import { grades, rangeOfStage } from '#server/contract/grades.ts'
import { entryVerdicts } from '#server/contract/child/judge-entry.ts'
import type {
  BusStop,
  Eligibility,
  EntryGrade,
  SchoolFee,
  TuitionFee,
} from '#server/contract/child/school-entry.ts'
import { getSchool } from '#server/contract/schools/school-detail.ts'
import { listSchools, similarSchools } from '#server/contract/schools/schools.ts'
import { compareSchools } from '#server/contract/accounts/collect.ts'
import { boardings, feeBands, kinds, stages } from '#server/contract/vocabulary.ts'
import type { DatabaseConnection } from '#server/db/connect.ts'
import { schoolSearch } from '#server/db/schema/index.ts'
import { gradeEntry } from '#server/db/search/grade-cells.ts'
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

const range = fc.tuple(fc.constantFrom(...grades), fc.constantFrom(...grades)).map(([one, other]) => ({
  from_grade: Math.min(one.level, other.level),
  to_grade: Math.max(one.level, other.level),
}))
const eligibility = fc
  .tuple(
    fc.constantFrom(...identities.map(({ slug }) => slug)),
    fc.constantFrom('yes' as const, 'conditional' as const, 'no' as const),
    fc.option(range),
  )
  .map(([identity, verdict, some]): Eligibility => ({ identity, verdict, ...some }))
const entryGrade = fc
  .tuple(range, fc.option(fc.constantFrom(2025, 2026)), fc.option(fc.nat(2)))
  .map(([some, year, places]): EntryGrade => ({
    ...some,
    ...(year === null ? {} : { school_year: year }),
    ...(places === null ? {} : { places }),
  }))
const tuition = fc
  .tuple(
    range,
    fc.constantFrom(2025, 2026),
    fc.integer({ min: 0, max: 400 }),
    fc.constantFrom('day', 'boarding', 'both'),
  )
  .map(([some, year, thousands, what]): TuitionFee => ({
    ...some,
    school_year: year,
    ...(what === 'boarding' ? {} : { day: thousands * 1000 }),
    ...(what === 'day' ? {} : { boarding: thousands * 1000 + 12_050 }),
  }))
const fee = fc
  .tuple(
    fc.constantFrom('everybody', 'new', 'boarders', 'bus', undefined),
    fc.constantFrom('year', 'once'),
    fc.integer({ min: 1, max: 30_000 }),
  )
  .map(([payer, per, amount]): SchoolFee => ({
    label: '费用',
    amount,
    per,
    ...(payer === undefined ? {} : { applies_to: payer }),
  }))
const busStop = fc
  .tuple(fc.nat(20), fc.nat(20), fc.option(fc.integer({ min: 1, max: 20_000 })))
  .map(([north, east, price]): BusStop => ({
    line: '一号线',
    name: '站',
    lat: 22.58 + north / 500,
    lng: 113.98 + east / 500,
    ...(price === null ? {} : { price }),
  }))
const anySchool = fc.record({
  facts: fc.record({
    kind: fc.constantFrom(...kinds.map(({ slug }) => slug), null),
    stages: fc.subarray(stages.map(({ slug }) => slug)),
    boarding: fc.constantFrom(...boardings.map(({ slug }) => slug), null),
    state: fc.constantFrom('open', 'open', 'open', 'not_enrolling'),
    place: fc.option(fc.tuple(fc.nat(8), fc.nat(8))),
  }),
  lists: fc.record(
    {
      eligibility: fc.array(eligibility, { maxLength: 4 }),
      entry_grades: fc.array(entryGrade, { maxLength: 3 }),
      tuition: fc.array(tuition, { maxLength: 4 }),
      fees: fc.array(fee, { maxLength: 4 }),
      bus_stops: fc.array(busStop, { maxLength: 3 }),
    },
    { requiredKeys: [] },
  ),
})

describe('schools of every kind', () => {
  const count = 50
  beforeAll(async () => {
    const schools = fc.sample(anySchool, { numRuns: count, seed: 20_261 })
    for (const [at, { facts, lists }] of schools.entries()) {
      const { place, ...others } = facts
      const [lat, lng] = place ?? []
      const where =
        lat === undefined || lng === undefined ? {} : { lat: 22.4 + lat / 200, lng: 113.8 + lng / 200 }
      await addSchool(database, `第${at}学校`, '4413', { ...others, ...where, rank: at }, [], lists)
    }
  })

  const isWithin = (fee: number | undefined, min: number, max: number) =>
    fee !== undefined && (min === 0 || fee > min) && fee <= max
  const lodgingWithout = { day: 'full', boarding: 'day' } as const
  const home = { lat: 22.6, lng: 114 }
  const childOf = fc.record({
    grade: fc.constantFrom(...grades.map(({ slug }) => slug), undefined),
    identity: fc.constantFrom(...identities.map(({ slug }) => slug), undefined),
    stay: fc.constantFrom('day', 'boarding', undefined),
    bus: fc.constantFrom('1', undefined),
  })
  const queryOf = (child: Record<string, string | undefined>) =>
    new URLSearchParams(
      Object.entries(child).filter((pair): pair is [string, string] => pair[1] !== undefined),
    )

  test('what SQL filters, counts and sorts by is what the answers say', async () => {
    await fc.assert(
      fc.asyncProperty(childOf, async (child) => {
        fc.pre(child.grade !== undefined || child.identity !== undefined)
        const query = `city_code=4413&page_size=50&near=${home.lat},${home.lng}&${queryOf(child)}`
        const list = await listOf(query)
        const grade = grades.find(({ slug }) => slug === child.grade)

        // No school of the list lacks the grade's stage, and none that has it is missing.
        const all = await listOf('city_code=4413&page_size=50')
        const teaches = ({ stages: taught }: (typeof all.items)[number]) =>
          grade === undefined || taught.length === 0 || taught.includes(grade.stage)
        const fits = ({ boarding }: (typeof all.items)[number]) =>
          child.stay === undefined || boarding !== lodgingWithout[child.stay]
        const taught = all.items.filter(teaches)
        expect(new Set(list.items.map(({ id }) => id))).toEqual(new Set(taught.map(({ id }) => id)))
        // Those that the child may enter are first, the nearest of them; those of which nothing is known are last.
        const verdictOf = ({ child: answer }: (typeof list.items)[number]) =>
          entryVerdicts.findIndex(({ slug }) => slug === answer?.entry?.verdict)
        const lacking = list.items.filter((item) => !fits(item))
        const unavailable = list.items.filter((item) => item.child?.cost?.unavailable === true)
        expect(unavailable).toEqual(grade === undefined ? [] : lacking)

        // Pages of schools and comparisons have the answers of the list.
        const some = list.items.slice(0, 6)
        const { data } = await ask(
          api,
          `/api/compare?ids=${some.map(({ id }) => id).join()}&near=${home.lat},${home.lng}&${queryOf(child)}`,
        )
        const { schools } = compareSchools.data.parse(
          some.length < 2 ? { schools: [], differences: [] } : data,
        )
        for (const { id, child: answer } of schools)
          expect(answer).toEqual(some.find((item) => item.id === id)?.child)

        // The counts and the filter of verdicts are those of the answers; no child may enter where it has no place.
        for (const item of lacking) expect(item.child?.entry?.verdict).toBe('no')
        for (const { slug } of entryVerdicts) {
          const ids = list.items.filter((item) => item.child?.entry?.verdict === slug).map(({ id }) => id)
          expect(list.eligible?.find(({ value }) => value === slug)?.count).toBe(ids.length)
          expect((await listOf(`${query}&eligible=${slug}`)).items.map(({ id }) => id)).toEqual(ids)
        }

        // So are the fee bands and the order by cost: all of them are of the yearly number that the answer shows.
        const feeOf = ({ child: answer }: (typeof list.items)[number]) =>
          answer?.cost && shownCost(answer.cost)?.yearly
        const priced = list.items.filter((item) => feeOf(item) !== undefined)
        for (const { slug, min, max = Infinity } of grade ? feeBands : []) {
          const within = priced.filter((item) => isWithin(feeOf(item), min, max))
          const counted = list.facets.fee.find(({ value }) => value === slug)?.count ?? 0
          expect(counted).toBe(within.length)
          const limits = `fee_min=${min}${max === Infinity ? '' : `&fee_max=${max}`}`
          expect((await listOf(`${query}&${limits}`)).items.map(({ id }) => id)).toEqual(
            within.map(({ id }) => id),
          )
        }
        // Bounds that are costs themselves: one that equals the upper bound is inside, to the yuan.
        const known = priced.flatMap((item) => feeOf(item) ?? []).toSorted((a, b) => a - b)
        const bounds = [
          known[Math.floor(known.length / 4)] ?? 77_000,
          known[Math.floor(known.length / 2)] ?? 233_000,
        ]
        for (const [min, max] of [
          bounds,
          bounds.map((bound) => bound + 1),
          bounds.map((bound) => bound - 1),
        ]) {
          if (min === undefined || max === undefined || min < 1 || max <= min) continue
          const inside = priced.filter((item) => isWithin(feeOf(item), min, max))
          const narrowed = await listOf(`${query}&fee_min=${min}&fee_max=${max}`)
          expect(narrowed.items.map(({ id }) => id)).toEqual(grade ? inside.map(({ id }) => id) : [])
        }
        const { fee_bins: bins = [] } = await listOf(`${query}&fee_bins=1`)
        expect(bins.reduce((sum, schools) => sum + schools, 0)).toBe(grade ? priced.length : 0)

        // A near miss fails the verdict or the tuition, and not both.
        const strict = await listOf(`${query}&eligible=yes&fee_max=150000`)
        for (const { missed, school } of strict.near_misses ?? []) {
          const fee = feeOf(school)
          const fits = { eligible: school.child?.entry?.verdict === 'yes', fee: (fee ?? Infinity) <= 150_000 }
          expect(fits).toEqual({ eligible: true, fee: true, [missed]: false })
        }
        const fees = (await listOf(`${query}&sort=tuition_asc`)).items.map(feeOf)
        expect(fees).toEqual(fees.toSorted((a, b) => (a ?? Infinity) - (b ?? Infinity)))
        const falling = (await listOf(`${query}&sort=tuition_desc`)).items.map(feeOf)
        expect(falling).toEqual(falling.toSorted((a, b) => (b ?? -1) - (a ?? -1)))

        // The nearest are first, and those without a place last; schools at one place are in the recommended order.
        const wayTo = ({ lat, lng }: (typeof list.items)[number]) =>
          lat === undefined || lng === undefined ? Infinity : haversineOf(home, { lat, lng })
        const placeOf = ({ id }: (typeof list.items)[number]) =>
          taught.findIndex((school) => school.id === id)
        const byWay = list.items
          .toSorted((a, b) => placeOf(a) - placeOf(b))
          .toSorted((a, b) => (wayTo(a) === wayTo(b) ? 0 : wayTo(a) - wayTo(b)))
        const ordered = (items: typeof list.items) =>
          items.map(({ id, child: answer }) => [id, answer?.distance])
        const byVerdict = byWay.toSorted((a, b) => verdictOf(a) - verdictOf(b))
        expect(ordered(list.items)).toEqual(ordered(byVerdict))

        // A neighbouring list has as many schools of each verdict as it is said to have.
        const conditions = { fee: ['fee_max', '150000'], kind: ['kind', 'private,public'] } as const
        const beside = await listOf(`${query}&fee_max=150000&kind=private,public`)
        for (const { any_stay: any, ask: toAsk, grade: other, remove = [], yes } of beside.neighbours ?? []) {
          const there = new URLSearchParams(query)
          for (const facet of ['fee', 'kind'] as const) {
            const [name, value] = conditions[facet]
            if (!remove.includes(facet)) there.set(name, value)
          }
          if (other !== undefined) there.set('grade', other)
          if (any === true) there.delete('stay')
          there.set('eligible', 'yes')
          expect((await listOf(there.toString())).total).toBe(yes)
          there.set('eligible', 'ask')
          expect((await listOf(there.toString())).total).toBe(toAsk)
        }
        expect(ordered((await listOf(`${query}&sort=distance`)).items)).toEqual(ordered(byWay))

        // The same of pages of a filtered list.
        const narrow = `${query}&sort=distance&eligible=ask,yes,unknown&fee_max=150000&page_size=4`
        const fitting = byWay.filter(
          (item) => item.child?.entry?.verdict !== 'no' && (!grade || (feeOf(item) ?? Infinity) <= 150_000),
        )
        for (const page of grade ? [1, 2, 3] : [])
          expect(ordered((await listOf(`${narrow}&page=${page}`)).items)).toEqual(
            ordered(fitting.slice((page - 1) * 4, page * 4)),
          )
      }),
      {
        numRuns: 12,
        seed: 7,
        examples: [[{ grade: 'g5', identity: 'mainland', stay: undefined, bus: undefined }]],
      },
    )
  }, 120_000)

  test('the migration gives schools that take nobody the numbers that are written today', () => {
    expect(gradeEntry({ state: 'closed' })).toEqual(Array.from({ length: 17 }, () => 1023))
  })

  test('rows written before verdicts were stored mean the same', async () => {
    const query = 'city_code=4413&page_size=50&grade=g5&identity=mainland'
    const before = await listOf(query)
    await database.db.transaction(async (tx) => {
      for (const { id, child, kind } of before.items) {
        const implied = kind === 'foreign' ? 'no' : 'unknown'
        if (child?.entry?.verdict === implied)
          await tx.update(schoolSearch).set({ gradeEntry: [] }).where(eq(schoolSearch.schoolId, id))
      }
    })
    expect((await listOf(query)).eligible).toEqual(before.eligible)
  })
})

describe('a child of grade 5 from Hong Kong at Shekou', () => {
  const child = 'grade=g5&identity=hmt&near=shekou'
  const schoolYear = 2026
  let open: number
  beforeAll(async () => {
    const { from, to } = rangeOfStage('primary')
    open = await addSchool(
      database,
      '海湾双语学校',
      '4403',
      {
        kind: 'bilingual',
        stages: ['primary', 'middle'],
        boarding: 'optional',
        lat: 22.49,
        lng: 113.92,
        rank: 1,
        tuitionMin: 100_000,
        tuitionMax: 300_000,
      },
      [],
      {
        tuition: [
          {
            from_grade: from,
            to_grade: to,
            school_year: schoolYear,
            day: 180_000,
            boarding: 210_000,
            source: '收费公示',
          },
          { from_grade: 7, to_grade: 9, school_year: schoolYear, day: 260_000 },
        ],
        fees: [
          { label: '餐费', amount: 9000, per: 'year', applies_to: 'everybody' },
          { label: '学位押金', amount: 20_000, per: 'once', applies_to: 'new', refundable: true },
          { label: '研学费', amount: 5000, per: 'year' },
        ],
        entry_grades: [{ from_grade: 1, to_grade: 5, school_year: schoolYear }],
        eligibility: [{ identity: 'hmt', verdict: 'yes', source: '招生简章' }],
        admission_steps: [
          { kind: 'open', school_year: schoolYear, date: '2026-06-01' },
          { kind: 'close', school_year: schoolYear, date: '2026-06-30' },
        ],
        bus_stops: [
          { line: '一号线', name: '海上世界', lat: 22.486, lng: 113.915, time: '07:10', price: 8000 },
          { line: '一号线', name: '西丽', lat: 22.58, lng: 113.95, price: 12_000 },
        ],
      },
    )
    await addSchool(database, '无名学校', '4403', { rank: 2 })
    await addSchool(database, '远山初中', '4403', { stages: ['middle'], rank: 3, lat: 22.6, lng: 114.2 })
    await addSchool(database, '外国子女学校', '4403', {
      kind: 'foreign',
      stages: ['primary'],
      rank: 4,
      state: 'not_enrolling',
    })
  })

  test('the verdict of a school has every number from its rows', async () => {
    const { data } = await ask(api, `/api/school/detail/${open}?${child}&bus=1`)
    const answer = getSchool.data.parse(data).child
    expect(answer).toMatchObject({
      grade: 'g5',
      year: 2026,
      entry: { verdict: 'yes', source: '招生简章', ask: [] },
      cost: {
        stay: 'day',
        tuition: 180_000,
        school_year: 2026,
        source: '收费公示',
        yearly: 197_000,
        first_year: 217_000,
        refundable: 20_000,
        unassigned: [{ label: '研学费', amount: 5000 }],
        missing: [],
      },
      deadline: { kind: 'close', date: '2026-06-30', days: 15 },
      bus_stop: { name: '海上世界', line: '一号线', time: '07:10' },
    })
    expect(answer?.distance).toBeGreaterThan(500)
    expect(answer?.distance).toBeLessThan(1000)
  })

  test('a list leaves out schools without the stage, and asks about those of which nothing is known', async () => {
    const list = await listOf(`city_code=4403&${child}`)
    expect(list.items.map(({ name, child: found }) => [name, found?.entry?.verdict])).toEqual([
      ['海湾双语学校', 'yes'],
      ['外国子女学校', 'no'],
      ['无名学校', 'unknown'],
    ])
    expect(list.items[2]?.child).toMatchObject({
      entry: { ask: ['收不收港澳台学生，要什么条件和材料', '2026 年五年级有没有学位，收不收插班生'] },
      cost: { missing: ['tuition'], parts: [] },
    })
    expect(list.eligible?.map(({ count }) => count)).toEqual([1, 0, 1, 1])
  })

  test('the fee filter compares the yearly cost of the grade, to the yuan, not the tuition of the whole school', async () => {
    const ids = async (query: string) => (await listOf(`city_code=4403&${query}`)).items.map(({ id }) => id)
    expect(await ids('fee_min=250000&fee_max=300000')).toEqual([open])
    expect(await ids('grade=g5&fee_max=189000')).toEqual([open])
    expect(await ids('grade=g5&fee_max=188999')).toEqual([])
    expect(await ids('grade=g5&fee_min=189000')).toEqual([])
    expect(await ids('grade=g5&bus=1&near=shekou&fee_max=197000')).toEqual([open])
    expect(await ids('grade=g5&bus=1&near=shekou&fee_max=196999')).toEqual([])
    expect(await ids('grade=g5&fee_min=250000&fee_max=300000')).toEqual([])
    expect(await ids('grade=g8&fee_min=250000&fee_max=300000')).toEqual([open])
    expect(await ids('grade=g5&stay=boarding&fee_min=200000&fee_max=300000')).toEqual([open])
  })

  test('an empty list suggests filters to change, also the grade', async () => {
    const list = await listOf('city_code=4403&grade=g11&identity=hmt&kind=bilingual')
    expect(list.total).toBe(0)
    expect(list.relaxations).toEqual([
      { remove: ['kind'], count: 1 },
      { remove: ['grade'], count: 1 },
    ])
    const strict = await listOf('city_code=4403&grade=g5&identity=hmt&eligible=yes&fee_min=0&fee_max=50000')
    expect(strict.relaxations).toEqual([{ remove: ['fee'], count: 1 }])
    expect(strict.near_misses).toMatchObject([
      { missed: 'fee', school: { id: open, child: { cost: { tuition: 180_000 } } } },
    ])
  })

  test('a search, similar schools and a comparison answer for the child too', async () => {
    const found = await listOf(`city_code=4403&q=${encodeURIComponent('海湾')}&${child}&eligible=yes`)
    expect(found.items.map(({ child: answer }) => answer?.cost?.tuition)).toEqual([180_000])
    const similar = await ask(api, `/api/school/similar?school_id=${open}&${child}`)
    const { items } = similarSchools.data.parse(similar.data)
    const verdicts = items.map((item) => item.child?.entry?.verdict)
    expect(verdicts).not.toEqual([])
    expect(verdicts.filter((verdict) => verdict === 'no' || verdict === undefined)).toEqual([])
    const ofNobody = await ask(api, `/api/school/similar?school_id=${open}`)
    expect(similarSchools.data.parse(ofNobody.data).items.length).toBeGreaterThan(items.length)
    const compared = await ask(api, `/api/compare?ids=${open},${items[0]?.id}&${child}`)
    const { schools } = compareSchools.data.parse(compared.data)
    expect(schools.map(({ child: answer }) => answer?.entry?.verdict)).toEqual([
      'yes',
      items[0]?.child?.entry?.verdict,
    ])
  })

  test('a search names those without a place of the kind behind the others', async () => {
    const takes = { entry_grades: [{ from_grade: 1, to_grade: 6 }] }
    await addSchool(database, '走读甲学校', '4404', { rank: 1, boarding: 'day' }, [], takes)
    await addSchool(database, '走读乙学校', '4404', { rank: 2, boarding: 'optional' }, [], takes)
    const query = `city_code=4404&q=${encodeURIComponent('走读')}&grade=g5`
    const named = async (stay: string) =>
      (await listOf(`${query}&stay=${stay}`)).items.map(({ name }) => name)
    expect(await named('day')).toEqual(['走读甲学校', '走读乙学校'])
    expect(await named('boarding')).toEqual(['走读乙学校', '走读甲学校'])
  })

  test('a search finds a school without the stage too, and says so', async () => {
    const query = `city_code=4403&q=${encodeURIComponent('远山')}&${child}`
    const list = await listOf(query)
    expect(list.items.map((item) => item.child?.entry)).toMatchObject([
      { verdict: 'no', reason: '学校没有小学' },
    ])
    expect(list.eligible?.map(({ count }) => count)).toEqual([0, 0, 1, 0])
    expect((await listOf(`${query}&eligible=no`)).total).toBe(1)
  })

  test('without a child no answer has verdicts', async () => {
    const { text } = await ask(api, '/api/schools?city_code=4403')
    expect(text).not.toContain('"child"')
    expect(text).not.toContain('"eligible"')
  })

  test('stops near a place are sorted by distance', async () => {
    const { data } = await ask(api, '/api/bus-stops?near=shekou&city_code=4403')
    const stops = listBusStops.data.parse(data).items
    expect(stops).toMatchObject([
      { name: '海上世界', line: '一号线', school: { id: open, name: '海湾双语学校' }, price: 8000 },
    ])
    expect(stops[0]?.distance).toBeLessThan(150)
    const none = await ask(api, '/api/bus-stops?near=39.9,116.4')
    expect(none.data).toEqual({ items: [] })
  })

  test.each([
    'grade=g13',
    'identity=martian',
    'stay=hotel',
    'near=here',
    'year=1999',
    'eligible=maybe',
    'sort=nearest',
  ])('%s is refused', async (query) => {
    expect((await ask(api, `/api/schools?${query}`)).code).toBe(1001)
  })
})
