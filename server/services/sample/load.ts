import { setImmediate } from 'node:timers/promises'
import { cities } from '#server/contract/cities.ts'
import type { DatabaseConnection, Transaction } from '#server/db/connect.ts'
import { announceContent, raiseContentVersion } from '#server/db/content-version.ts'
import { writePlaces } from '#server/db/places.ts'
import { hasSchools, removeSample } from '#server/db/sample-rows.ts'
import { productTables } from '#server/db/vacuum.ts'
import { buildSampleContent } from './build.ts'
import type { SampleChunk } from './rows.ts'
import { writeContent } from './write-content.ts'
import { writeSchools } from './write-schools.ts'
import type { SchoolIds } from './write-schools.ts'

/** Hears how far the loading is. */
export type SampleLog = { info: (details: object, message: string) => void }

/**
 * How to load: so many schools in all cities together (140 when unset), whether in place of an earlier sample, and the
 * day that dates are counted from (YYYY-MM-DD; today in China when unset).
 */
export type LoadOptions = { schools?: number; replace?: boolean; today?: string; log: SampleLog }

/** What loading did; `schools` is 0 when the database had schools already. */
export type LoadResult = { schools: number; ms: number }

const usualSchools = 140
const seed = 'xuanxiao'
/** Up to so many schools all is written by one transaction; more come in short ones, so that pages stay quick. */
const atOnce = 1000
const schoolsAtOnce = 100

/**
 * Fills the database with invented sample content. Does nothing when it holds a school already, unless `replace` is
 * set: then the earlier sample goes first, and what an operator wrote stays.
 */
export async function loadSample(
  connection: DatabaseConnection,
  { schools = usualSchools, replace = false, today = chineseDay(), log }: LoadOptions,
): Promise<LoadResult> {
  const started = performance.now()
  const { db } = connection
  if (!replace && (await hasSchools(db))) return { schools: 0, ms: performance.now() - started }

  const chunks = buildSampleContent({
    schoolsPerCity: Math.ceil(schools / cities.length),
    seed,
    today,
  })
  const ids: SchoolIds = new Map()
  const inTransaction = async (work: (tx: Transaction) => Promise<void>) => {
    const version = await db.transaction(async (tx) => {
      await work(tx)
      return raiseContentVersion(tx)
    })
    await announceContent(connection, version)
  }
  const prepare = async (tx: Transaction) => {
    if (replace) await removeSample(tx)
    await writePlaces(tx)
  }

  if (schools <= atOnce) {
    await inTransaction(async (tx) => {
      await prepare(tx)
      for (const chunk of chunks) await write(tx, chunk, ids)
    })
  } else {
    await inTransaction(prepare)
    for (const chunk of chunks) {
      for (const part of partsOf(chunk)) {
        await inTransaction((tx) => write(tx, part, ids))
        // A turn for whoever waits for the database, which has one client when embedded.
        await setImmediate()
      }
      if (connection.engine === 'embedded') await connection.pool.query('checkpoint')
      log.info({ schools: ids.size }, 'sample content')
    }
  }
  for (const table of await productTables(connection.pool)) {
    await connection.withPatience(60_000, (client) => client.query(`analyze ${table}`))
  }
  const ms = Math.round(performance.now() - started)
  log.info({ schools: ids.size, ms }, 'sample content loaded')
  return { schools: ids.size, ms }
}

/** A chunk in parts that are written in well under a second each. */
function partsOf(chunk: SampleChunk): SampleChunk[] {
  if (chunk.type !== 'schools') return [chunk]
  const count = Math.ceil(chunk.schools.length / schoolsAtOnce)
  return Array.from({ length: count }, (_unused, at) => ({
    ...chunk,
    schools: chunk.schools.slice(at * schoolsAtOnce, (at + 1) * schoolsAtOnce),
  }))
}

async function write(tx: Transaction, chunk: SampleChunk, ids: SchoolIds): Promise<void> {
  if (chunk.type === 'schools') await writeSchools(tx, chunk.schools, ids)
  else await writeContent(tx, chunk.content, ids)
}

/** Today in China, YYYY-MM-DD. */
function chineseDay(): string {
  return new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10)
}
