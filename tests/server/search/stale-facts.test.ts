import { listBusStops } from '#server/contract/child/bus-stops.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { getSchool } from '#server/contract/schools/school-detail.ts'
import { listSchools } from '#server/contract/schools/schools.ts'
import type { DatabaseConnection } from '#server/db/connect.ts'
import { readContentVersion } from '#server/db/articles/content-version.ts'
import { schoolSearch } from '#server/db/schema/index.ts'
import { createApi } from '#server/http/create-api.ts'
import { filesByKind } from '#server/services/content/import/files-by-kind.ts'
import { importFiles } from '#server/services/content/import/import-files.ts'
import { hideStaleFacts } from '#server/services/schools/stale-facts.ts'
import { ask, dependenciesOn } from '#tests/support/api/api.ts'
import { emptyDatabase, openTestDatabase } from '#tests/support/database/database.ts'

/** Facts through their life, by a moved clock: in lists, their counts and their order. */

let database: DatabaseConnection

beforeAll(async () => {
  database = await openTestDatabase()
})
beforeEach(() => emptyDatabase(database))
afterAll(() => database.close())

const at = (day: string) => new Date(`${day}T04:00:00Z`)

async function imported(day: string, ...rows: object[]): Promise<void> {
  const bytes = Buffer.from(rows.map((row) => JSON.stringify({ city: '深圳', ...row })).join('\n'))
  const outcome = await importFiles(database, filesByKind([{ name: 'schools.jsonl', bytes }]), {
    signal: new AbortController().signal,
    onProgress: () => undefined,
    images: dependenciesOn(database).images,
    folder: undefined,
    operator: '测试',
    now: at(day),
  })
  expect(outcome.problems.lines()).toEqual([])
}

const list = async (query: string) =>
  listSchools.data.parse((await ask(createApi(dependenciesOn(database)), `/api/schools?${query}`)).data)
const namesIn = async (query: string) => (await list(query)).items.map(({ name }) => name)

const kept = {
  name: '甲学校',
  tuition_min: 90_000,
  tuition_max: 98_000,
  source: '简章',
  source_date: '2026-09-01',
}
const old = {
  name: '乙学校',
  stages: ['primary'],
  tuition: [{ grades: '小学', year: 2025, day: 60_000 }],
  fees: [{ label: '餐费', amount: 6000 }],
  source: '简章',
  source_date: '2025-09-01',
}

test('tuition past its life leaves the order, the filter and its counts of lists, and says so', async () => {
  await imported('2026-08-01', kept, old)
  await hideStaleFacts(database, at('2026-09-01'))
  expect(await namesIn('sort=tuition_asc')).toEqual(['乙学校', '甲学校'])
  expect(await namesIn('fee_max=100000')).toHaveLength(2)
  const version = await readContentVersion(database.db)

  await hideStaleFacts(database, at('2026-09-02'))
  expect(await readContentVersion(database.db)).toBe(version + 1)
  expect(await namesIn('sort=tuition_asc')).toEqual(['甲学校', '乙学校'])
  expect(await namesIn('fee_max=100000')).toEqual(['甲学校'])
  expect(await namesIn('fee_max=100000&grade=g1&near=nanshan')).not.toContain('乙学校')
  expect(await namesIn('fee_max=100000&stage=primary')).toEqual([])
  const found = await list('fee_bins=true')
  expect(found.fee_bins?.reduce((sum, count) => sum + count, 0)).toBe(1)
  expect(found.facets.fee?.map(({ count }) => count).reduce((sum, count) => sum + count, 0)).toBe(1)
  expect(found.items.map((school) => [school.name, school.tuition_min, school.stale_facts])).toEqual(
    expect.arrayContaining([
      ['甲学校', 90_000, undefined],
      ['乙学校', 60_000, ['tuition_min', 'total_cost_min', 'tuition', 'fees']],
    ]),
  )
  await hideStaleFacts(database, at('2026-09-03'))
  expect(await readContentVersion(database.db)).toBe(version + 1)
})

test('the row that is left is the one that an import of that day makes', async () => {
  await imported('2026-08-01', old)
  await hideStaleFacts(database, at('2026-09-02'))
  const hidden = await database.db.select().from(schoolSearch)
  await emptyDatabase(database)
  await imported('2026-09-02', old)
  const [made] = await database.db.select().from(schoolSearch)
  expect(hidden).toEqual([{ ...made, run: hidden[0]?.run, schoolId: hidden[0]?.schoolId }])
  expect(made).toMatchObject({ tuitionMin: null, freshUntil: '2027-03-03' })
})

test('a later source brings it back', async () => {
  await imported('2026-08-01', old)
  await hideStaleFacts(database, at('2026-09-02'))
  await imported('2026-09-03', {
    name: '乙学校',
    tuition: old.tuition,
    source: '简章',
    source_date: '2026-09-01',
  })
  const { items } = await list('fee_max=100000')
  expect(items).toMatchObject([{ name: '乙学校', tuition_min: 60_000 }])
  expect(items[0]?.stale_facts).not.toContain('tuition_min')
})

test('tuition of no known day lives from the day on which it came, and what an undo brings back as well', async () => {
  await imported('2026-08-01', { name: '甲学校', tuition_min: 90_000 })
  await hideStaleFacts(database, at('2027-08-01'))
  expect(await namesIn('fee_max=100000')).toEqual(['甲学校'])
  await hideStaleFacts(database, at('2027-08-02'))
  expect(await namesIn('fee_max=100000')).toEqual([])
})

const near = '22.5000,113.9000'
const taken = {
  name: '丁学校',
  stages: ['primary'],
  tuition: [{ grades: '小学', year: 2026, day: 60_000 }],
  fees: [{ label: '校车费', amount: 5000, applies_to: 'bus' }],
  lat: 22.51,
  lng: 113.91,
  source: '简章',
  source_date: '2026-09-01',
}
const buses = {
  name: '丁学校',
  bus_lines: [{ name: '1 号线', stops: [{ stop: '花园', lat: 22.5, lng: 113.9, price: 8000 }] }],
  source: '线路表',
  source_date: '2025-10-01',
}

test('a price of a bus past its life leaves the yearly cost of a child on cards and in filters alike', async () => {
  await imported('2026-09-02', taken)
  await imported('2026-09-02', buses)
  const child = `grade=g2&bus=1&near=${near}&stay=day`
  const costOf = async (day: string) => {
    const api = createApi(dependenciesOn(database, { now: () => at(day) }))
    const listed = async (query: string) =>
      listSchools.data.parse((await ask(api, `/api/schools?city_code=4403&${query}`)).data)
    const [card] = (await listed(child)).items
    const cost = card?.child?.cost?.yearly
    return { cost, within: (await listed(`${child}&fee_max=${cost}`)).total }
  }
  const stopsOf = async () => {
    const { data } = await ask(createApi(dependenciesOn(database)), `/api/bus-stops?near=${near}&within=5000`)
    return listBusStops.data.parse(data).items.map(({ name, price }) => [name, price])
  }
  expect(await costOf('2026-09-30')).toEqual({ cost: 68_000, within: 1 })
  expect(await stopsOf()).toEqual([['花园', 8000]])
  expect((await list('buses=some')).total).toBe(1)
  await hideStaleFacts(database, at('2026-10-02'))
  expect(await costOf('2026-10-02')).toEqual({ cost: 65_000, within: 1 })
  expect(await stopsOf()).toEqual([['花园', undefined]])
})

test('buses that nothing but old lines tell of are counted apart, and not as buses', async () => {
  await imported('2026-09-02', { ...buses, stages: ['primary'] }, { name: '戊学校', source: '名录' })
  expect((await list('')).facets.buses).toEqual([{ value: 'some', label: '有校车', count: 1 }])
  await hideStaleFacts(database, at('2026-10-02'))
  const { facets: shown, stale, unknown } = await list('')
  expect(shown.buses).toEqual([])
  expect(unknown).toMatchObject({ buses: 2, support: 2, language: 2 })
  expect(stale).toMatchObject({ buses: 1 })
  expect((await list('unknown=buses')).total).toBe(2)
})

test('the school itself says which of its facts are past their life', async () => {
  await imported('2026-08-01', old)
  const api = createApi(dependenciesOn(database, { now: () => at('2026-09-02') }))
  const [{ id } = { id: 0 }] = (await list('')).items
  const { passports } = getSchool.data.parse((await ask(api, `/api/school/detail/${id}`)).data)
  expect(passports.filter(({ is_stale }) => is_stale).flatMap(({ facts }) => facts)).toEqual([
    'tuition_min',
    'total_cost_min',
    'tuition',
    'fees',
  ])
})

const stated = {
  name: '丙国际学校',
  kind: 'international',
  stages: ['primary', 'middle'],
  curricula: ['ib'],
  boarding: 'day',
  district: 'nanshan',
  founded: 1999,
  eligibility: [{ identity: 'mainland', verdict: 'no' }],
  source: '名录',
  source_date: '2026-01-01',
}
const facets = {
  kind: 'international',
  stage: 'primary',
  curriculum: 'ib',
  boarding: 'day',
} as const

test('every fact past its life counts as not known, said apart from what nobody found, and never as known', async () => {
  await imported('2026-01-02', stated, { name: '丁学校' })
  const inCity = (query: string) => list(`city_code=4403&${query}`)
  for (const [facet, slug] of Object.entries(facets))
    expect((await inCity(`${facet}=${slug}`)).total, facet).toBe(1)
  const fresh = await inCity('')
  expect([fresh.unknown?.kind, fresh.stale]).toEqual([1, undefined])
  expect(
    (await inCity('grade=g1&identity=mainland')).eligible?.find(({ value }) => value === 'no')?.count,
  ).toBe(1)

  // Who may enter lives a year, what the licence says eighteen months, where it is three years.
  await hideStaleFacts(database, at('2027-01-02'))
  expect(
    (await inCity('grade=g1&identity=mainland')).eligible?.find(({ value }) => value === 'no')?.count ?? 0,
  ).toBe(0)
  expect((await inCity('kind=international')).total).toBe(1)

  await hideStaleFacts(database, at('2027-07-04'))
  for (const [facet, slug] of Object.entries(facets)) {
    expect((await inCity(`${facet}=${slug}`)).total, facet).toBe(0)
    expect((await inCity(`${facet}=${slug}&unknown=${facet}`)).total, facet).toBe(2)
  }
  const old = await inCity('')
  expect(old.unknown).toMatchObject({ kind: 2, stage: 2, curriculum: 2, boarding: 2, district: 1, fee: 2 })
  expect(old.stale).toEqual({ kind: 1, stage: 1, curriculum: 1, boarding: 1 })
  expect(old.facets.kind).toEqual([])
  expect((await inCity('district=nanshan')).total).toBe(1)
  expect(await namesIn(`q=${encodeURIComponent('国际')}`)).toEqual(['丙国际学校'])

  await hideStaleFacts(database, at('2029-01-02'))
  expect((await inCity('district=nanshan')).total).toBe(0)
  expect((await inCity('district=nanshan&unknown=district')).total).toBe(2)
  expect((await inCity('')).stale).toMatchObject({ district: 1 })
  expect(await namesIn('sort=founded')).toEqual(['丙国际学校', '丁学校'])
})

test('a school counts for the order by what is known only while that is in its life', async () => {
  await imported('2026-01-02', { ...stated, phone: '0755-12345678' })
  await imported('2026-12-01', {
    name: '丁学校',
    founded: 2001,
    kind: 'public',
    boarding: 'day',
    source: '名录',
    source_date: '2026-12-01',
  })
  expect(await namesIn('')).toEqual(['丙国际学校', '丁学校'])
  await hideStaleFacts(database, at('2028-01-01'))
  expect(await namesIn('')).toEqual(['丁学校', '丙国际学校'])
})

test('a fact that another source contradicts or replaces lives by the source of its value', async () => {
  const renewed = {
    name: '丙国际学校',
    kind: 'international',
    source: '教育局',
    source_kind: 'official',
    source_date: '2027-06-01',
  }
  const ofKind = async () => (await list('kind=international')).total
  await imported('2026-01-02', stated)
  await imported('2027-06-02', {
    name: '丙国际学校',
    kind: 'private',
    source: '家长来信',
    source_kind: 'parent',
    source_date: '2027-06-01',
  })
  const [school] = (await list('')).items
  await hideStaleFacts(database, at('2027-07-04'))
  const kinds = [(await list('kind=international')).total, (await list('kind=private')).total]
  expect(kinds).toEqual(school?.kind === 'private' ? [0, 1] : [0, 0])
  await imported('2027-07-05', renewed)
  await hideStaleFacts(database, at('2028-11-01'))
  expect(await ofKind()).toBe(1)
  await hideStaleFacts(database, at('2028-12-02'))
  expect(await ofKind()).toBe(0)
})

test('a withdrawn school is in no list, and comes back with what is still in its life', async () => {
  await imported('2026-01-02', stated)
  await imported('2026-02-01', { name: '丙国际学校', withdrawn_at: '2026-02-01T00:00:00Z' })
  await hideStaleFacts(database, at('2027-07-04'))
  expect(await namesIn('')).toEqual([])
})
