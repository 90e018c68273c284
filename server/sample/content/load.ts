import { setImmediate } from 'node:timers/promises'
import { cities } from '#server/contract/cities.ts'
import type { DatabaseConnection, Transaction } from '#server/db/connect.ts'
import { announceContent, raiseContentVersion } from '#server/db/articles/content-version.ts'
import { writePlaces } from '#server/db/schools/places.ts'
import { hasSchools, removeSample } from '#server/db/content/sample-rows.ts'
import { productTables } from '#server/db/vacuum.ts'
import type { ImageStore } from '#server/services/media/images/store.ts'
import { storePictures } from '../pictures.ts'
import { buildSampleContent } from './build.ts'
import type { SampleChunk } from './rows.ts'
import { writeContent } from './write-content.ts'
import { prepareSchool, writeSchools } from './write-schools.ts'
import type { PreparedSchool, SchoolIds } from './write-schools.ts'

/** Hears how far the loading is. */
export type SampleLog = { info: (details: object, message: string) => void }

/**
 * How to load: so many schools in all cities together (140 when unset), whether in place of an earlier sample, the day
 * that dates are counted from (YYYY-MM-DD; today in China when unset), and the store that gets the pictures (none when
 * unset).
 */
export type LoadOptions = {
  schools?: number
  replace?: boolean
  today?: string
  images?: Pick<ImageStore, 'put'>
  log: SampleLog
}

/** What loading did; `schools` is 0 when the database had schools already. */
export type LoadResult = { schools: number; ms: number }

const usualSchools = 140
const seed = 'xuanxiao'
/** Up to so many schools all is written by one transaction; more come in short ones, so that pages stay quick. */
const atOnce = 1000
const schoolsBetweenCheckpoints = 5000
const schoolsBetweenPauses = 5

/**
 * Fills the database with invented sample content. Does nothing when it holds a school already, unless `replace` is
 * set: then the earlier sample goes first, and what an operator wrote stays.
 */
export async function loadSample(
  connection: DatabaseConnection,
  { schools = usualSchools, replace = false, today = chineseDay(), images, log }: LoadOptions,
): Promise<LoadResult> {
  const started = performance.now()
  const { db } = connection
  if (!replace && (await hasSchools(db))) return { schools: 0, ms: performance.now() - started }
  if (images !== undefined) await storePictures(images)

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
      for (const chunk of chunks) await (await writerOf(chunk, ids))(tx)
    })
  } else {
    await inTransaction(prepare)
    let writing = Promise.resolve()
    let last = 0
    for (const chunk of chunks) {
      // The next chunk is made while the database writes the one before.
      const write = await writerOf(chunk, ids)
      await writing
      if (ids.size - last >= schoolsBetweenCheckpoints) {
        last = ids.size
        if (connection.engine === 'embedded') await connection.pool.query('checkpoint')
        log.info({ schools: last }, 'sample content')
      }
      writing = inTransaction(write)
      // It is awaited a little later; until then it must not count as unhandled.
      writing.catch(() => undefined)
    }
    await writing
  }
  for (const table of await productTables(connection.pool)) {
    await connection.withStatementTimeout(60_000, (client) => client.query(`analyze ${table}`))
  }
  // It also leaves spare files of the write-ahead log: on a full disk the engine ends when it cannot make the next one.
  if (connection.engine === 'embedded') await connection.pool.query('checkpoint')
  const ms = Math.round(performance.now() - started)
  log.info({ schools: ids.size, ms }, 'sample content loaded')
  return { schools: ids.size, ms }
}

/** Prepares a chunk, with pauses in which the database's answers are heard, and gives what writes it. */
async function writerOf(chunk: SampleChunk, ids: SchoolIds): Promise<(tx: Transaction) => Promise<void>> {
  if (chunk.type === 'content') return (tx) => writeContent(tx, chunk.content, ids)
  const prepared: PreparedSchool[] = []
  for (const school of chunk.schools) {
    prepared.push(prepareSchool(school))
    if (prepared.length % schoolsBetweenPauses === 0) await setImmediate()
  }
  return (tx) => writeSchools(tx, prepared, ids)
}

/** Today in China, YYYY-MM-DD. */
function chineseDay(): string {
  return new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10)
}
