import * as fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { namesOf } from '#server/contract/catalogue/typed-records.ts'
import { getSchool } from '#server/contract/schools/school-detail.ts'
import { listSchools } from '#server/contract/schools/schools.ts'
import type { DatabaseConnection } from '#server/db/connect.ts'
import { createApi } from '#server/http/create-api.ts'
import { filesByKind } from '#server/services/content/import/files-by-kind.ts'
import { importFiles } from '#server/services/content/import/import-files.ts'
import { ask, dependenciesOn } from '#tests/support/api/api.ts'
import { emptyDatabase, openTestDatabase } from '#tests/support/database/database.ts'

/** What lists count of schools of which little is known, and what of schools of which nearly everything is. */

let database: DatabaseConnection

beforeAll(async () => {
  database = await openTestDatabase()
})
beforeEach(() => emptyDatabase(database))
afterAll(() => database.close())

const now = new Date('2026-09-10T04:00:00Z')
const source = { source: '名录', source_kind: 'list', source_date: '2026-09-01' } as const

/** A value that a share of a hundred schools has. */
function knownOf<Value>(share: number, values: fc.Arbitrary<Value>): fc.Arbitrary<Value | undefined> {
  return fc.tuple(fc.noBias(fc.nat(99)), values).map(([at, value]) => (at < share ? value : undefined))
}

function schoolsOf(share: number) {
  return fc.array(
    fc.record({
      kind: knownOf(share, fc.constantFrom('public', 'private', 'international')),
      boarding: knownOf(share, fc.constantFrom('day', 'full', 'optional')),
      district: knownOf(share, fc.constantFrom('nanshan', 'futian')),
      stages: knownOf(share, fc.subarray(['primary', 'middle', 'high'], { minLength: 1 })),
      curricula: knownOf(share, fc.subarray(['ib', 'ap'], { minLength: 1 })),
      tuition_min: knownOf(
        share,
        fc.integer({ min: 10, max: 400 }).map((thousands) => thousands * 1000),
      ),
      students: knownOf(share, fc.integer({ min: 50, max: 3000 })),
    }),
    { minLength: 30, maxLength: 60 },
  )
}

type School = Partial<Record<string, string | number | string[]>>

async function store(schools: readonly School[]): Promise<void> {
  const lines = schools.map((school, at) => ({ city: '深圳', name: `第${at}学校`, ...school, ...source }))
  const bytes = Buffer.from(lines.map((line) => JSON.stringify(line)).join('\n'))
  const { problems } = await importFiles(database, filesByKind([{ name: 'schools.jsonl', bytes }]), {
    signal: new AbortController().signal,
    onProgress: () => undefined,
    images: dependenciesOn(database).images,
    folder: undefined,
    operator: '测试',
    now,
  })
  expect(problems.lines()).toEqual([])
}

const facets = {
  kind: 'kind',
  boarding: 'boarding',
  district: 'district',
  stage: 'stages',
  curriculum: 'curricula',
} as const

test.each([1, 10, 50, 90])(
  'with each fact known of %i in a hundred schools, known and unknown are all, and nothing unknown is counted, filtered or dated',
  async (share) => {
    await fc.assert(
      fc.asyncProperty(schoolsOf(share), async (schools) => {
        await emptyDatabase(database)
        await store(schools)
        const api = createApi(dependenciesOn(database, { now: () => now }))
        const list = async (query: string) =>
          listSchools.data.parse((await ask(api, `/api/schools?city_code=4403${query}`)).data)
        const has = (column: string, term: string) => (school: School) =>
          [school[column] ?? []].flat().includes(term)
        const lacks = (column: string) => (school: School) => school[column] === undefined

        const all = await list('&fee_bins=1&page_size=50')
        expect(all.total).toBe(schools.length)
        for (const facet of namesOf(facets)) {
          const column = facets[facet]
          const unknown = schools.filter(lacks(column)).length
          expect(all.unknown?.[facet] ?? 0, facet).toBe(unknown)
          for (const { value: slug, count } of all.facets[facet]) {
            expect(count, `${facet} ${slug}`).toBe(schools.filter(has(column, slug)).length)
            expect((await list(`&${facet}=${slug}`)).total, `${facet}=${slug}`).toBe(count)
            expect((await list(`&${facet}=${slug}&unknown=${facet}`)).total).toBe(count + unknown)
          }
        }
        const priced = schools.filter(({ tuition_min: tuition }) => tuition !== undefined)
        expect(all.unknown?.fee ?? 0).toBe(schools.length - priced.length)
        expect((all.fee_bins ?? []).reduce((sum, count) => sum + count, 0)).toBe(priced.length)
        const below = priced.filter(({ tuition_min: tuition = 0 }) => tuition <= 100_000)
        expect((await list('&fee_max=100000')).total).toBe(below.length)

        for (const { id, name } of all.items.slice(0, 10)) {
          const school = schools[Number(name.slice(1, -2))] ?? {}
          const { passports, not_published } = getSchool.data.parse(
            (await ask(api, `/api/school/detail/${id}`)).data,
          )
          expect(not_published).toEqual([])
          const stated = Object.entries(school).flatMap(([fact, value]) =>
            value === undefined ? [] : [fact],
          )
          expect(passports.flatMap(({ facts }) => facts).toSorted()).toEqual(stated.toSorted())
          for (const passport of passports)
            expect(passport).toMatchObject({ source: '名录', source_date: '2026-09-01', is_stale: false })
        }
      }),
      { numRuns: 1, endOnFailure: true },
    )
  },
  60_000,
)
