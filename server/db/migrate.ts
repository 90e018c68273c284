import path from 'node:path'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator'
import type { DatabaseConnection } from './connect.ts'
import { writePlaces } from './places.ts'
import { projectRoot } from './project-root.ts'

const lockNumber = 727_272
const limitMs = 30 * 60_000

/** The migrations of this process, one after another: the advisory lock does not exclude inside one session. */
let turn: Promise<unknown> = Promise.resolve()

/** Brings the database to the committed migrations and the contract's cities and districts. Any number of processes may call it at once. */
export async function migrate(connection: Pick<DatabaseConnection, 'withPatience'>): Promise<void> {
  const mine = turn.then(() => apply(connection))
  turn = mine.catch(() => undefined)
  await mine
}

/** The folder of the committed SQL files. */
export function migrationsFolder(): string {
  return path.join(projectRoot(), 'server/db/migrations')
}

async function apply(connection: Pick<DatabaseConnection, 'withPatience'>): Promise<void> {
  await connection.withPatience(limitMs, async (client) => {
    await client.query('select pg_advisory_lock($1)', [lockNumber])
    try {
      await applyMigrations(drizzle(client), { migrationsFolder: migrationsFolder() })
      await writePlaces(drizzle(client, { casing: 'snake_case' }))
    } finally {
      await client.query('select pg_advisory_unlock($1)', [lockNumber])
    }
  })
}
