import { cities } from '#server/contract/cities.ts'
import type { DatabaseConnection } from '#server/db/connect.ts'
import { hasSchools, removeSample } from '#server/db/content/sample-rows.ts'
import { productTables } from '#server/db/vacuum.ts'
import type { ImageStore } from '#server/services/media/images/store.ts'
import { storePictures } from '../pictures.ts'
import { calendarOf } from './calendar.ts'
import { readSampleFiles, withFirstSchools } from './files.ts'
import { moreSchools } from './more-schools.ts'
import { writeSample } from './write-files.ts'

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
  images?: Pick<ImageStore, 'put' | 'remove'>
  log: SampleLog
}

/** What loading did; `schools` is 0 when the database had schools already. */
export type LoadResult = { schools: number; ms: number }

const usualSchools = 140
const nowhere = { put: () => Promise.resolve(), remove: () => Promise.resolve() }
const schoolsBetweenCheckpoints = 5000

/**
 * Fills the database with invented sample content. Does nothing when it holds a school already, unless `replace` is
 * set: then the earlier sample goes first, and what an operator wrote stays.
 */
export async function loadSample(
  connection: DatabaseConnection,
  { schools = usualSchools, replace = false, today = chineseDay(), images = nowhere, log }: LoadOptions,
): Promise<LoadResult> {
  const started = performance.now()
  const { db } = connection
  if (!replace && (await hasSchools(db))) return { schools: 0, ms: performance.now() - started }
  await storePictures(images)
  const perCity = Math.ceil(schools / cities.length)
  const files = readSampleFiles(calendarOf(today))
  const first = withFirstSchools(files, perCity)
  await writeSample(first, { connection, images, today, before: replace ? removeSample : undefined })
  let count = first.get('schools')?.length ?? 0
  let atCheckpoint = count
  for (const part of moreSchools(files, perCity)) {
    await writeSample(part, { connection, images, today })
    count += part.get('schools')?.length ?? 0
    if (count - atCheckpoint < schoolsBetweenCheckpoints) continue
    atCheckpoint = count
    if (connection.engine === 'embedded') await connection.pool.query('checkpoint')
    log.info({ schools: count }, 'sample content')
  }
  for (const table of await productTables(connection.pool)) {
    await connection.withStatementTimeout(60_000, (client) => client.query(`analyze ${table}`))
  }
  // It also leaves spare files of the write-ahead log: on a full disk the engine ends when it cannot make the next one.
  if (connection.engine === 'embedded') await connection.pool.query('checkpoint')
  const ms = Math.round(performance.now() - started)
  log.info({ schools: count, ms }, 'sample content loaded')
  return { schools: count, ms }
}

/** Today in China, YYYY-MM-DD. */
function chineseDay(): string {
  return new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10)
}
