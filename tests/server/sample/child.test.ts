import { afterAll, beforeAll, expect, test } from 'vitest'
import { cities } from '#server/contract/cities.ts'
import { distanceBetween } from '#server/contract/child/distance.ts'
import { placesOf } from '#server/contract/places.ts'
import { schoolEntry, type SchoolEntry } from '#server/contract/child/school-entry.ts'
import { getSchool } from '#server/contract/schools/school-detail.ts'
import { listSchools } from '#server/contract/schools/schools.ts'
import { loadSample } from '#server/sample/content/load.ts'
import { createApi, type Api } from '#server/http/create-api.ts'
import type { DatabaseConnection } from '#server/db/connect.ts'
import { ask, dependenciesOn } from '#tests/support/api/api.ts'
import { openTestDatabase } from '#tests/support/database/database.ts'

let database: DatabaseConnection
let api: Api

beforeAll(async () => {
  database = await openTestDatabase()
  api = createApi(dependenciesOn(database))
  await loadSample(database, { today: '2026-06-15', log: { info: () => undefined } })
})
afterAll(() => database.close())

async function listOf(query: string) {
  return listSchools.data.parse((await ask(api, `/api/schools?page_size=50&${query}`)).data)
}
type Item = Awaited<ReturnType<typeof listOf>>['items'][number]

async function entryOf(id: number): Promise<SchoolEntry> {
  return schoolEntry.parse(
    getSchool.data.parse((await ask(api, `/api/school/detail/${id}?entry=1`)).data).entry,
  )
}

/** Where an answer says a number that no row of the school has. */
function untraced(
  { child, lat, lng }: Item,
  entry: SchoolEntry,
  near: { lat: number; lng: number },
): string[] {
  const { cost, deadline, distance, bus_stop: stop } = child ?? {}
  const of5 = entry.tuition.filter((fee) => fee.from_grade <= 5 && 5 <= fee.to_grade)
  const latest = of5.find((fee) => fee.school_year === Math.max(...of5.map((each) => each.school_year)))
  const stops = entry.bus_lines.flatMap(({ name, stops: of }) => of.map((each) => ({ line: name, ...each })))
  const wrong: string[] = []
  const check = (what: string, isTrue: boolean) => {
    if (!isTrue) wrong.push(what)
  }
  check('tuition', cost?.tuition === undefined || [latest?.day, latest?.boarding].includes(cost.tuition))
  for (const part of cost?.parts.slice(cost.tuition === undefined ? 0 : 1) ?? []) {
    const isFee = entry.fees.some((fee) => fee.label === part.label && fee.amount === part.amount)
    check(part.label, isFee || stops.some(({ price }) => price === part.amount && part.label === '校车费'))
  }
  check(
    'deadline',
    deadline === undefined ||
      entry.admission_steps.some((step) => step.date === deadline.date && step.kind === deadline.kind),
  )
  check(
    'stop',
    stop === undefined ||
      stops.some(({ line, name, price }) => line === stop.line && name === stop.name && price === stop.price),
  )
  const way = lat === undefined || lng === undefined ? undefined : distanceBetween(near, { lat, lng })
  check('distance', distance === way)
  return wrong
}

const budget = 'fee_max=200000'

test.each(cities.map(({ name, code }) => [name, code] as const))(
  'in %s a child of grade 5 from Hong Kong finds what fits, and every number is a row’s',
  async (_, code) => {
    const near = code === '4403' ? placesOf(code).find(({ slug }) => slug === 'shekou') : placesOf(code)[0]
    if (near === undefined) throw new Error('every city has places')
    const child = `city_code=${code}&grade=g5&identity=hmt&near=${near.slug}`
    const all = await listOf(`${child}&bus=1`)
    expect(all.total).toBeGreaterThan(5)
    for (const item of all.items)
      expect([item.name, untraced(item, await entryOf(item.id), near)]).toEqual([item.name, []])
    expect(all.items.every((item) => item.child?.entry?.reason !== '')).toBe(true)
    expect(all.eligible?.reduce((sum, { count }) => sum + count, 0)).toBe(all.total)

    for (const stay of ['day', 'boarding']) {
      const fitting = await listOf(`${child}&stay=${stay}&${budget}&eligible=yes,ask`)
      const costs = fitting.items.map((item) => item.child?.cost)
      expect(costs.filter((cost) => (cost?.tuition ?? Infinity) >= 200_000 || cost?.stay !== stay)).toEqual(
        [],
      )
      expect(fitting.items.filter((item) => item.child?.entry?.verdict === 'no')).toEqual([])
    }
    // Either schools with IB fit, or the list says what to change.
    const wished = await listOf(`${child}&${budget}&eligible=yes,ask&curriculum=ib`)
    expect(wished.total + (wished.relaxations?.length ?? 0)).toBeGreaterThan(0)
    const nearest = await listOf(`${child}&sort=distance`)
    const ways = nearest.items.map((item) => item.child?.distance ?? Infinity)
    expect(ways).toEqual(ways.toSorted((a, b) => a - b))
  },
)

test("schools for foreign nationals' children never admit children of mainland citizens", async () => {
  for (const { code } of cities) {
    const { items } = await listOf(`city_code=${code}&grade=g5&identity=mainland&kind=foreign`)
    expect(items.map((item) => item.child?.entry?.verdict)).toEqual(items.map(() => 'no'))
  }
})

test('a child who enters a kindergarten meets no condition that is about primary and middle schools', async () => {
  const lists = await Promise.all(
    cities.map(({ code }) => listOf(`city_code=${code}&grade=k1&identity=mainland&eligible=yes,ask`)),
  )
  const entries = lists.flatMap(({ items }) => items.flatMap((item) => item.child?.entry ?? []))
  expect(entries.map(({ verdict }) => verdict)).toContain('yes')
  expect(entries.filter(({ reason }) => /小学|初中/.test(reason))).toEqual([])
})
