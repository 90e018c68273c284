import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { connectDatabase, type DatabaseConnection } from '#server/db/connect.ts'
import { migrate } from '#server/db/migrate.ts'
import { dependenciesOn } from '#tests/support/api.ts'
import { createApi, type Api } from '#server/http/create-api.ts'
import { writeSyntheticSchools } from './synthetic-schools.ts'

/** One line of the result: a call, its median and its 95th percentile in ms. */
export type ApiLine = { schools: number; call: string; address: string; medianMs: number; p95Ms: number }

const rounds = 40

/** Calls by what they show; one city holds a seventh of the schools. */
const calls: [call: string, address: string][] = [
  ['list + facets + count, one city', '/api/schools?city_code=4403'],
  [
    'list, three filters',
    '/api/schools?city_code=4403&stage=primary,high&kind=international&district=nanshan,futian',
  ],
  ['list, tuition inside bands', '/api/schools?city_code=4403&fee_min=60000&fee_max=180000'],
  ['list, by tuition', '/api/schools?city_code=4403&sort=tuition_asc'],
  ['list, page 100', '/api/schools?city_code=4403&page=100'],
  ['list, nothing matches', '/api/schools?city_code=4403&kind=public&fee_min=9000000'],
  ['list, all cities', '/api/schools'],
  ['search, a name', '/api/schools?city_code=4403&q=明德国际学校'],
  ['search, a common word', '/api/schools?city_code=4403&q=国际'],
  ['search, every school', '/api/schools?city_code=4403&q=学校'],
  ['search, one character', '/api/schools?city_code=4403&q=中'],
  ['search, place and curriculum', '/api/schools?city_code=4403&q=南山 IB'],
  ['search, pinyin', '/api/schools?city_code=4403&q=mingdeguoji'],
  ['search, pinyin of the city', '/api/schools?city_code=4403&q=shenzhen'],
  ['search, one letter', '/api/schools?city_code=4403&q=s'],
  ['search, initials meant loosely', '/api/schools?city_code=4403&q=szgjxx'],
  ['search, nothing matches', '/api/schools?city_code=4403&q=没有这样的名字'],
  ['search with filters', '/api/schools?city_code=4403&q=国际&stage=high&curriculum=ib'],
  ['search, a common word, all cities', '/api/schools?q=国际'],
  ['suggestions, two characters', '/api/schools/suggest?city_code=4403&q=明德'],
  ['suggestions, pinyin', '/api/schools/suggest?city_code=4403&q=mingd'],
  ['suggestions, one letter', '/api/schools/suggest?city_code=4403&q=s'],
  ['detail', '/api/school/detail/7'],
  ['similar schools', '/api/school/similar?school_id=7&page_size=6'],
  ['categories', '/api/school/categories?city_code=4403'],
]

async function measure(api: Api, address: string): Promise<{ medianMs: number; p95Ms: number }> {
  const times: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const started = performance.now()
    const response = await api.fetch(new Request(new URL(address, 'http://127.0.0.1')))
    await response.text()
    times.push(performance.now() - started)
    if (response.status !== 200) throw new Error(`${address} answered ${response.status}`)
  }
  const sorted = times.toSorted((a, b) => a - b)
  return { medianMs: sorted[rounds >> 1] ?? 0, p95Ms: sorted[Math.floor(rounds * 0.95)] ?? 0 }
}

/** Measures every call on an open database that holds `schools` schools; nothing is cached. */
export async function measureApi(database: DatabaseConnection, schools: number): Promise<ApiLine[]> {
  const api = createApi(dependenciesOn(database, { now: () => new Date() }))
  for (const [, address] of calls) await measure(api, address) // the process warms up
  const lines: ApiLine[] = []
  for (const [call, address] of calls)
    lines.push({ schools, call, address, ...(await measure(api, address)) })
  return lines
}

/**
 * Measures the API's calls at each number of schools on embedded databases that it makes and removes, and prints each
 * line. Making the largest takes minutes.
 */
export async function benchApi(
  sizes: readonly number[] = [1_000, 20_000, 100_000],
  print: (line: string) => void = console.log,
): Promise<ApiLine[]> {
  const all: ApiLine[] = []
  for (const schools of sizes) {
    const dataDir = mkdtempSync(path.join(os.tmpdir(), 'xuanxiao-bench-'))
    const database = await connectDatabase({ dataDir })
    try {
      await migrate(database)
      await writeSyntheticSchools(database, schools)
      const lines = await measureApi(database, schools)
      for (const { call, medianMs, p95Ms } of lines) {
        print(
          `${String(schools).padStart(7)}  ${call.padEnd(36)} ${medianMs.toFixed(1).padStart(7)} ms  p95 ${p95Ms.toFixed(1).padStart(7)} ms`,
        )
      }
      all.push(...lines)
    } finally {
      await database.close()
      rmSync(dataDir, { recursive: true, force: true })
    }
  }
  return all
}
