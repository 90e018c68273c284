import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { connectDatabase } from '#server/db/connect.ts'
import { migrate } from '#server/db/migrate.ts'
import { startPostgres } from '#tests/support/database/postgres.ts'
import { storeEvent } from '#tests/support/kiosk/check-ins.ts'
import { startProcess } from '#tests/support/site/site-process.ts'
import { storeAdministratorSession } from '#tests/support/staff/stored-session.ts'
import { writeSyntheticSchools } from './synthetic-schools.ts'

/** The engines that a site stores in. */
export const engines = ['embedded', 'PostgreSQL'] as const

/** A site with invented schools, an event whose check-in is open, and an administrator's session. */
export type CostlySite = { url: string; staffToken: string; eventId: number; stop: () => Promise<void> }

/** Starts a site on one of the engines with so many schools. It believes the addresses that its clients say. */
export async function startCostlySite(
  engine: (typeof engines)[number],
  schools: number,
): Promise<CostlySite> {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'bench-'))
  const server = engine === 'embedded' ? undefined : await startPostgres()
  if (server !== undefined && 'missing' in server) throw new Error(server.missing)
  const database = await connectDatabase({ dataDir, ...(server && { databaseUrl: server.url }) })
  await migrate(database)
  await writeSyntheticSchools(database, schools)
  const now = Date.now()
  const eventId = await storeEvent(database, {
    startsAt: new Date(now - 3_600_000),
    endsAt: new Date(now + 6 * 3_600_000),
  })
  const staffToken = await storeAdministratorSession(database)
  await database.close()
  const site = await startProcess({
    DATA_DIR: dataDir,
    SMS: 'console',
    SAMPLE: 'off',
    TRUST_PROXY: 'loopback',
    SITE_ADVISORS: '顾问',
    ...(server && { DATABASE_URL: server.url, DATA_KEY: 'ab'.repeat(32) }),
  })
  return {
    url: site.url,
    staffToken,
    eventId,
    async stop() {
      await site.stop()
      await server?.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
