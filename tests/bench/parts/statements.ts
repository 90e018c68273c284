import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { createApi } from '#server/http/create-api.ts'
import { connectDatabase } from '#server/db/connect.ts'
import { migrate } from '#server/db/migrate.ts'
import { loadSample } from '#server/sample/content/load.ts'
import { createDataCache } from '#server/services/data-cache.ts'
import { dependenciesOn } from '#tests/support/api/api.ts'
import { phoneAgent } from '#tests/support/browser/browser.ts'
import { pageKinds } from '#tests/support/pages/page-kinds.ts'
import { serveBuild } from '#tests/support/site/serve-build.ts'
import { watchStatements } from '../measure/watch-statements.ts'
import type { Measured } from '../part.ts'

const budget = 8

/** How many statements each page kind asks of the database when nothing of it is kept. */
export async function measureStatements(): Promise<Measured> {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'bench-'))
  const watch = watchStatements()
  const database = await connectDatabase({ dataDir })
  await migrate(database)
  await loadSample(database, { log: { info: () => undefined } })
  // Content that is new for each page, so that only what one page asks twice is asked once.
  let version = 0
  const cache = createDataCache({ maxBytes: 1024 ** 2, version: () => version })
  const api = createApi(dependenciesOn(database, { now: () => new Date(), cache }))
  const site = await serveBuild({
    fetchApi: async (request) => api.fetch(request),
    pageSecret: 'of-the-benchmark',
  })
  const pages: { kind: string; statements: number; sameOne: number }[] = []
  for (const [kind, address] of await pageKinds(site.url)) {
    const asked = async () => {
      version += 1
      watch.take()
      await (await fetch(site.url + address, { headers: { 'user-agent': phoneAgent } })).text()
      return watch.take()
    }
    // The engine's own care may fall into one of the two.
    const [first, second] = [await asked(), await asked()]
    const texts = first.length < second.length ? first : second
    const sameOne = Math.max(0, ...texts.map((text) => texts.filter((other) => other === text).length))
    pages.push({ kind, statements: texts.length, sameOne })
  }
  await site.stop()
  await database.close()
  watch.stop()
  rmSync(dataDir, { recursive: true, force: true })

  const most = pages.toSorted((a, b) => b.statements - a.statements)[0]
  const over = pages.filter(({ statements }) => statements > budget)
  return {
    lines: [
      {
        budget: 'statements',
        measured: `at most ${most?.statements} (${most?.kind}), the same one at most ${Math.max(...pages.map(({ sameOne }) => sameOne))} times`,
        isMet: over.length === 0,
        ...(over.length === 0 ? {} : { cause: over.map(({ kind }) => kind).join(', ') }),
      },
    ],
    tables: [
      {
        title: 'Database statements for one page, nothing kept',
        head: ['page', 'statements', 'the same one at most'],
        rows: pages.map(({ kind, statements, sameOne }) => [kind, statements, sameOne]),
      },
    ],
    figures: pages.map(({ kind, statements }) => ({
      name: `statements: ${kind}`,
      value: statements,
      better: 'less',
    })),
  }
}
