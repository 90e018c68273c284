import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { inject } from 'vitest'
import { connectDatabase, type DatabaseConnection } from '#server/db/connect.ts'
import { makeDataDir } from './embedded-template.ts'
import { openTestDatabase } from './database.ts'

/** A database that a process of its own can open. */
export type ProcessDatabase = {
  /** The variables that name it. */
  settings: Record<string, string> & { DATA_DIR: string }
  /** Opens it; of the embedded engine only while no process has it, until `close` or `discard`. */
  open: () => Promise<DatabaseConnection>
  /** Closes it for a process, where two cannot have it. */
  close: () => Promise<void>
  discard: () => Promise<void>
}

/** Makes an empty database that a process of its own can open, of the engine of the test project. */
export async function processDatabase(): Promise<ProcessDatabase> {
  return inject('databaseUrl') === undefined ? embedded() : onServer()
}

async function onServer(): Promise<ProcessDatabase> {
  const database = await openTestDatabase()
  const DATABASE_URL = database.pool.options.connectionString ?? ''
  const DATA_DIR = mkdtempSync(path.join(os.tmpdir(), 'data-'))
  return {
    settings: { DATA_DIR, DATABASE_URL, DATA_KEY: 'ab'.repeat(32) },
    open: async () => database,
    close: async () => undefined,
    async discard() {
      await database.close()
      rmSync(DATA_DIR, { recursive: true, force: true })
    },
  }
}

async function embedded(): Promise<ProcessDatabase> {
  const dataDir = await makeDataDir()
  let opened: DatabaseConnection | undefined
  const close = async () => {
    await opened?.close()
    opened = undefined
  }
  return {
    settings: { DATA_DIR: dataDir },
    open: async () => (opened ??= await connectDatabase({ dataDir })),
    close,
    async discard() {
      await close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
