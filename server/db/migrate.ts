import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator'
import type { PoolClient } from 'pg'
import { z } from 'zod'
import { advisoryLocks } from './advisory-locks.ts'
import type { DatabaseConnection } from './connect.ts'
import { writePlaces } from './schools/places.ts'
import { projectRoot } from './project-root.ts'

const limitMs = 30 * 60_000

/** Queue of this process's migrations: the advisory lock does not exclude inside one session. */
let queue: Promise<unknown> = Promise.resolve()

/**
 * Applies the committed migrations and writes the contract's cities and districts. Safe to call from several
 * processes at once. Rejects for a database of a newer version.
 */
export async function migrate(connection: Pick<DatabaseConnection, 'withStatementTimeout'>): Promise<void> {
  const migration = queue.then(() => apply(connection))
  queue = migration.catch(() => undefined)
  await migration
}

/** The folder of the committed SQL files. */
export function migrationsFolder(): string {
  return path.join(projectRoot(), 'server/db/migrations')
}

async function apply(connection: Pick<DatabaseConnection, 'withStatementTimeout'>): Promise<void> {
  await connection.withStatementTimeout(limitMs, async (client) => {
    await client.query('select pg_advisory_lock($1)', [advisoryLocks.migrations])
    try {
      await refuseNewer(client)
      await applyMigrations(drizzle(client), { migrationsFolder: migrationsFolder() })
      await writePlaces(drizzle(client, { casing: 'snake_case' }))
    } finally {
      await client.query('select pg_advisory_unlock($1)', [advisoryLocks.migrations])
    }
  })
}

/** Rejects when a database is of a newer version of the program, whose rows this one would misread. */
async function refuseNewer(client: PoolClient): Promise<void> {
  if ((await countMigrations(client)) > (await knownMigrations()))
    throw new Error('数据库来自更新的版本：请用更新的程序，或恢复升级以前的备份')
}

/** Rejects when a database is of another version of the program; an empty one is of none. */
export async function refuseOtherVersion(
  connection: Pick<DatabaseConnection, 'withStatementTimeout'>,
): Promise<void> {
  await connection.withStatementTimeout(10_000, async (client) => {
    await refuseNewer(client)
    const there = await countMigrations(client)
    if (there > 0 && there < (await knownMigrations()))
      throw new Error('数据库还是旧版本的，这个命令不升级它：请先用原来的程序备份，再启动新的程序')
  })
}

const journal = z.looseObject({ entries: z.array(z.unknown()) })

/** Number of migrations that a database has; 0 for an empty one. */
export async function countMigrations(client: PoolClient): Promise<number> {
  const there = await client.query(`select from pg_tables where tablename = '__drizzle_migrations'`)
  if (there.rowCount === 0) return 0
  const { rows } = await client.query<{ n: number }>(
    'select count(*)::int as n from drizzle.__drizzle_migrations',
  )
  return rows[0]?.n ?? 0
}

/** Number of migrations of this version of the program. */
export async function knownMigrations(): Promise<number> {
  return (await readJournal(migrationsFolder())).entries.length
}

/** Applies the first `count` migrations to an empty database, for rows of an older version; `migrate` applies the others. */
export async function migrateTo(client: PoolClient, count: number): Promise<void> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'migrations-'))
  try {
    await cp(migrationsFolder(), folder, { recursive: true })
    const all = await readJournal(folder)
    const some = { ...all, entries: all.entries.slice(0, count) }
    await writeFile(journalIn(folder), JSON.stringify(some))
    await applyMigrations(drizzle(client), { migrationsFolder: folder })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Drops all tables and migrations of a database. */
export async function dropEverything(client: PoolClient): Promise<void> {
  await client.query('drop schema public cascade')
  await client.query('create schema public')
  await client.query('drop schema if exists drizzle cascade')
}

function journalIn(folder: string): string {
  return path.join(folder, 'meta/_journal.json')
}

async function readJournal(folder: string): Promise<z.infer<typeof journal>> {
  return journal.parse(JSON.parse(await readFile(journalIn(folder), 'utf8')))
}
