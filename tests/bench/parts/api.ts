import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { connectDatabase, type DatabaseConnection } from '#server/db/connect.ts'
import { migrate } from '#server/db/migrate.ts'
import { dependenciesOn } from '#tests/support/api/api.ts'
import { createApi, type Api } from '#server/http/create-api.ts'
import { machineMs } from '../measure/machine-speed.ts'
import { writeSyntheticSchools } from '../measure/synthetic-schools.ts'
import type { Line, Measured } from '../part.ts'
import type { Settings } from '../settings.ts'
import { median, share, whole } from '../statistics.ts'

type ApiLine = { schools: number; call: string; address: string; medianMs: number; p95Ms: number }

const rounds = 40

/** Calls by what they show; one city holds a seventh of the schools. */
const calls: [call: string, address: string][] = [
  ['list + facets + count, one city', '/api/schools?city_code=4403'],
  [
    'list, three filters',
    '/api/schools?city_code=4403&stage=primary,high&kind=international&district=nanshan,futian',
  ],
  ['list, tuition inside bands', '/api/schools?city_code=4403&fee_min=60000&fee_max=180000'],
  ['list of a stage', '/api/schools?city_code=4403&stage=high&fee_bins=1'],
  [
    'list of a stage, tuition inside bands',
    '/api/schools?city_code=4403&stage=high&fee_min=60000&fee_max=180000&fee_bins=1',
  ],
  ['list, by tuition', '/api/schools?city_code=4403&sort=tuition_asc'],
  ['list, page 100', '/api/schools?city_code=4403&page=100'],
  ['list, nothing matches', '/api/schools?city_code=4403&kind=public&fee_min=9000000'],
  ['list, all cities', '/api/schools'],
  ['list, for a child', '/api/schools?city_code=4403&grade=g5&identity=hmt'],
  [
    'list, for a child, by distance',
    '/api/schools?city_code=4403&grade=g5&identity=hmt&eligible=yes,ask&near=shekou&sort=distance',
  ],
  ['search, a name', '/api/schools?city_code=4403&q=明德国际学校'],
  ['search, a common word', '/api/schools?city_code=4403&q=国际'],
  ['search, every school', '/api/schools?city_code=4403&q=学校'],
  ['search, one character', '/api/schools?city_code=4403&q=中'],
  ['search, place and curriculum', '/api/schools?city_code=4403&q=南山 IB'],
  ['search, pinyin', '/api/schools?city_code=4403&q=mingdeguoji'],
  ['search, pinyin of the city', '/api/schools?city_code=4403&q=shenzhen'],
  ['search, one letter', '/api/schools?city_code=4403&q=s'],
  ['search, initials meant loosely', '/api/schools?city_code=4403&q=szgjxx'],
  ['search, understood', '/api/schools/understand?city_code=4403&q=南山IB小学20万以内'],
  [
    'search, as understood',
    '/api/schools?city_code=4403&district=nanshan&stage=primary&curriculum=ib&fee_max=200000',
  ],
  ['search, nothing matches', '/api/schools?city_code=4403&q=没有这样的名字'],
  ['search with filters', '/api/schools?city_code=4403&q=国际&stage=high&curriculum=ib'],
  ['search, a common word, all cities', '/api/schools?q=国际'],
  ['suggestions, two characters', '/api/schools/suggest?city_code=4403&q=明德'],
  ['suggestions, pinyin', '/api/schools/suggest?city_code=4403&q=mingd'],
  ['suggestions, one letter', '/api/schools/suggest?city_code=4403&q=s'],
  ['detail', '/api/school/detail/7'],
  ['similar schools', '/api/school/similar?school_id=7&page_size=6'],
  ['categories', '/api/school/categories?city_code=4403'],
  ['plan, ways to grade 12', '/api/planning/paths?city_code=4403&grade=g5&identity=hmt'],
]

const slowestQuery = 'search, the slowest query of the table'

/** The calls that the budget of lists is about. */
const budgetedLists = [
  'list + facets + count, one city',
  'list of a stage',
  'list of a stage, tuition inside bands',
  'list, for a child',
  'list, for a child, by distance',
]

/** The queries of parents that the tests have a table of. */
const queries = readFileSync(new URL('../../server/both/search-queries.txt', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => line.split(' | ', 1).join(''))

/** Rounds for each query of the table. */
const queryRounds = 7

async function measure(
  api: Api,
  address: string,
  repeats = rounds,
): Promise<{ medianMs: number; p95Ms: number }> {
  const times: number[] = []
  for (let round = 0; round < repeats; round += 1) {
    const started = performance.now()
    const response = await api.fetch(new Request(new URL(address, 'http://127.0.0.1')))
    await response.text()
    times.push(performance.now() - started)
    if (response.status !== 200) throw new Error(`${address} answered ${response.status}`)
  }
  return { medianMs: median(times), p95Ms: share(times, 0.95) }
}

async function measureCalls(database: DatabaseConnection, schools: number): Promise<ApiLine[]> {
  const api = createApi(dependenciesOn(database, { now: () => new Date() }))
  for (const [, address] of calls) await measure(api, address) // the process warms up
  const lines: ApiLine[] = []
  for (const [call, address] of calls)
    lines.push({ schools, call, address, ...(await measure(api, address)) })
  return [...lines, await measureQueries(api, schools)]
}

/** The slowest query of the table, as it is searched when its words are taken as they are. */
async function measureQueries(api: Api, schools: number): Promise<ApiLine> {
  const lines: ApiLine[] = []
  for (const q of queries) {
    const address = `/api/schools?city_code=4403&q=${encodeURIComponent(q)}`
    await measure(api, address, 1)
    lines.push({ schools, call: slowestQuery, address, ...(await measure(api, address, queryRounds)) })
  }
  const slowest = lines.reduce((one, other) => (other.medianMs > one.medianMs ? other : one))
  const q = new URL(slowest.address, 'http://127.0.0.1').searchParams.get('q')
  process.stdout.write(
    `  slowest of ${lines.length} queries at ${whole(schools)}: ${q}, ${slowest.medianMs.toFixed(1)} ms\n`,
  )
  return slowest
}

/** The medians of some lines at a number of schools; undefined where it was not measured. */
function worst(
  lines: readonly ApiLine[],
  schools: number,
  calls: (call: string) => boolean,
): number | undefined {
  const times = lines
    .filter((line) => line.schools === schools && calls(line.call))
    .map(({ medianMs }) => medianMs)
  return times.length === 0 ? undefined : Math.max(...times)
}

function budgetLine(
  budget: 'apiList' | 'apiSearch',
  all: readonly ApiLine[],
  calls: (call: string) => boolean,
): Line {
  const [some, many] = [worst(all, 20_000, calls), worst(all, 100_000, calls)]
  if (some === undefined || many === undefined) {
    return { budget, measured: '–', isMet: false, cause: 'a quick run holds fewer schools' }
  }
  const slow = all
    .filter(({ schools, call, medianMs }) => calls(call) && medianMs > (schools === 100_000 ? 50 : 10))
    .map(({ call, schools }) => `${call} at ${whole(schools)}`)
  return {
    budget,
    measured: `at most ${some.toFixed(1)} / ${many.toFixed(1)} ms`,
    isMet: some <= 10 && many <= 50,
    ...(slow.length === 0 ? {} : { cause: slow.join(', ') }),
  }
}

/** Times of the API's calls at growing numbers of schools on embedded databases; making the largest takes minutes. */
export async function measureApi({ sizes }: Settings): Promise<Measured> {
  const all: ApiLine[] = []
  for (const schools of sizes) all.push(...(await measureSize(schools)))
  const machine = machineMs()
  return {
    lines: [
      budgetLine('apiList', all, (call) => budgetedLists.includes(call)),
      budgetLine('apiSearch', all, (call) => call.startsWith('search') && !call.includes('all cities')),
    ],
    tables: [
      {
        title: 'Calls of the API, embedded database, no cache: median and p95 in ms',
        head: ['call', ...sizes.map((size) => `${whole(size)} schools`)],
        rows: [...calls.map(([call]) => call), slowestQuery].map((call) => [
          call,
          ...sizes.map((size) => {
            const line = all.find((each) => each.call === call && each.schools === size)
            return `${line?.medianMs.toFixed(1)} (${line?.p95Ms.toFixed(1)})`
          }),
        ]),
      },
    ],
    figures: all.map(({ call, schools, medianMs }) => ({
      name: `${call} at ${whole(schools)} / work of the machine`,
      value: medianMs / machine,
      better: 'less',
    })),
  }
}

async function measureSize(schools: number): Promise<ApiLine[]> {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'bench-'))
  const database = await connectDatabase({ dataDir })
  try {
    await migrate(database)
    await writeSyntheticSchools(database, schools)
    return await measureCalls(database, schools)
  } finally {
    await database.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
