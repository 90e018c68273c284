import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
} from 'node:fs'
import { cp } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { connectDatabase } from '#server/db/connect.ts'
import { migrate, migrationsFolder } from '#server/db/migrate.ts'
import { projectRoot } from '#server/db/project-root.ts'
import { machineTime } from '../site/run-clock.ts'

const cache = path.join(projectRoot(), '.cache')
const templatePrefix = 'test-database-'
const dayMs = 24 * 60 * 60_000
/** What fills a migrated database besides the migrations. */
const sources = ['server/db/schools/places.ts', 'server/contract/cities.ts', 'server/contract/districts.ts']

/** A new data folder with an embedded database that is migrated and empty, as a process's DATA_DIR. */
export async function makeDataDir(inside = scratch()): Promise<string> {
  return copyOf(await embeddedTemplate(), inside)
}

/** A new data folder with the same in it. */
export async function copyOf(template: string, inside = scratch()): Promise<string> {
  const dataDir = mkdtempSync(path.join(inside, 'xuanxiao-data-'))
  await cp(template, dataDir, { recursive: true })
  return dataDir
}

/** A folder for the engines of a run's workers, which end without closing them; `remove` goes with the run. */
export function makeEngineFolder(): { folder: string; remove: () => void } {
  const folder = mkdtempSync(path.join(scratch(), 'xuanxiao-engines-'))
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }) }
}

/** Memory, where there is plenty: a test's many small commits wait for no disk there. */
function scratch(): string {
  const memory = '/dev/shm'
  const enoughBytes = 1024 ** 3
  if (!existsSync(memory)) return os.tmpdir()
  const { bavail, bsize } = statfsSync(memory)
  return bavail * bsize > enoughBytes ? memory : os.tmpdir()
}

/** The migrated and empty database that test files copy. */
export function embeddedTemplate(): Promise<string> {
  return templateOf(migrationsKey(), async (draft) => {
    const connection = await connectDatabase({ dataDir: draft })
    await migrate(connection).finally(() => connection.close())
  })
}

/**
 * Making a database takes seconds, copying one does not: it is made once for each key, under another name first, so
 * that whoever finds it finds it whole.
 */
export async function templateOf(key: string, make: (draft: string) => Promise<void>): Promise<string> {
  const template = path.join(cache, `${templatePrefix}${key}`)
  if (existsSync(template)) return template

  mkdirSync(cache, { recursive: true })
  removeOldTemplates()
  const draft = mkdtempSync(path.join(cache, 'unfinished-test-database-'))
  try {
    await make(draft)
    renameSync(draft, template)
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    if (!existsSync(template)) throw error // otherwise another process was first
  }
  return template
}

function removeOldTemplates(): void {
  for (const name of readdirSync(cache).filter((entry) => entry.includes('test-database-'))) {
    const folder = path.join(cache, name)
    if (machineTime() - statSync(folder).mtimeMs > dayMs) rmSync(folder, { recursive: true, force: true })
  }
}

/** Changes with every change of the migrations or of the embedded engine's version. */
export function migrationsKey(): string {
  const hash = createHash('sha256')
  for (const file of [...sources, 'node_modules/@electric-sql/pglite/package.json']) {
    hash.update(readFileSync(path.join(projectRoot(), file)))
  }
  const folder = migrationsFolder()
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted()) {
    if (/\.(sql|json)$/.test(file)) hash.update(file).update(readFileSync(path.join(folder, file)))
  }
  return hash.digest('hex').slice(0, 12)
}
