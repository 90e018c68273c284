import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { inject } from 'vitest'
import type { DatabaseConnection } from '#server/db/connect.ts'
import { productTables } from '#server/db/vacuum.ts'
import { findPostgres } from './postgres.ts'

/** A backup as the engine's own tools make it: pg_dump, or every row as text. */
export async function dumpOf(database: DatabaseConnection): Promise<Buffer> {
  if (database.engine === 'embedded') return everyRow(database)
  const postgres = findPostgres()
  if ('missing' in postgres) throw new Error(postgres.missing)
  const done = spawnSync(path.join(postgres.bin, 'pg_dump'), ['--dbname', await addressOf(database)], {
    maxBuffer: 1024 ** 3,
  })
  if (done.status !== 0) throw new Error(`pg_dump failed: ${done.stderr.toString()}`)
  return done.stdout
}

/** The address of a test's own database on the server of the run. */
export async function addressOf({ pool }: DatabaseConnection): Promise<string> {
  const { rows } = await pool.query<{ name: string }>('select current_database() as name')
  const address = new URL(inject('databaseUrl') ?? process.env['TEST_DATABASE_URL'] ?? '')
  address.pathname = `/${rows[0]?.name ?? ''}`
  return address.href
}

/** The folder of the files of a server's cluster, with the write-ahead log. */
export async function clusterOf({ pool }: DatabaseConnection): Promise<string> {
  const { rows } = await pool.query<{ folder: string }>(`select current_setting('data_directory') as folder`)
  return rows[0]?.folder ?? ''
}

async function everyRow({ pool }: DatabaseConnection): Promise<Buffer> {
  const texts: string[] = []
  for (const table of await productTables(pool)) {
    const { rows } = await pool.query<{ row: string }>(`select t::text as row from ${table} t`)
    texts.push(...rows.map(({ row }) => row))
  }
  return Buffer.from(texts.join('\n'))
}
