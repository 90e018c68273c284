import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { outbox } from '#server/db/schema/index.ts'
import { createApi } from '#server/http/create-api.ts'
import { ask, dependenciesOn } from '#tests/support/api/api.ts'
import { openTestDatabase } from '#tests/support/database/database.ts'
import { asJsonLines, inventedSchools } from '#tests/support/content/invented-schools.ts'
import { importFile } from '#tests/support/operator/operator.ts'

const total = z.looseObject({ total: z.int() })
const pageCalls = [
  '/api/schools?city_code=4403',
  '/api/school/categories?city_code=4403',
  '/api/schools?city_code=1101&kind=bilingual&page=2',
  '/api/schools?city_code=4403&q=云',
  '/api/rankings?city_code=4403',
]

test('an import of 20,000 schools or changes blocks neither pages nor writes', async () => {
  const database = await openTestDatabase()
  const api = createApi(dependenciesOn(database))
  const rows = inventedSchools(20_000)
  const waits: Record<string, number[]> = {}
  const seen = new Set<number>()
  let phase = 'before'
  const over = new AbortController()

  const repeat = async (what: string, everyMs: number, task: () => Promise<unknown>) => {
    while (!over.signal.aborted) {
      const start = performance.now()
      const during = phase
      await task()
      ;(waits[`${during}, ${what}`] ??= []).push(performance.now() - start)
      await wait(everyMs)
    }
  }
  const visitors = [
    repeat('a page of five calls', 50, async () => {
      for (const call of pageCalls) expect((await ask(api, call)).status).toBe(200)
    }),
    repeat('one call', 20, async () =>
      seen.add(total.parse((await ask(api, '/api/schools?page_size=1')).data).total),
    ),
    repeat('a write', 100, () => database.db.insert(outbox).values({ kind: 'test', payload: {} })),
  ]
  await wait(5000)
  const changed = rows.map((row) => ({ ...row, tuition_max: row.tuition_max + 1000 }))
  for (const [name, schools, sum] of [
    ['20,000 new', rows, '新增 20000，修改 0，未变 0，合并 0'],
    ['20,000 unchanged', rows, '新增 0，修改 0，未变 20000，合并 0'],
    ['20,000 changed', changed, '新增 0，修改 20000，未变 0，合并 0'],
  ] as const) {
    phase = name
    const start = performance.now()
    expect((await importFile(database, 'a.jsonl', asJsonLines(schools))).lines.at(-1)).toBe(sum)
    console.log(`${name}: ${Math.round((performance.now() - start) / 1000)} s`)
  }
  over.abort()
  await Promise.all(visitors)
  expect(seen).toEqual(new Set([0, 20_000]))
  for (const [what, times] of Object.entries(waits)) {
    const sorted = times.toSorted((a, b) => a - b).map(Math.round)
    console.log(
      `${what}: ${sorted.length} times, median ${sorted[sorted.length >> 1]} ms, longest ${sorted.at(-1)} ms`,
    )
  }
  await database.close()
})
