import { eq } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import type { DatabaseConnection } from '#server/db/connect.ts'
import { accessLog, contentDraft, news } from '#server/db/schema/index.ts'
import { publishDueDrafts } from '#server/services/content-drafts/publish-due-drafts.ts'
import { discardUnfinishedImport } from '#server/services/import/discard-import.ts'
import { dependenciesOn } from '#tests/support/api/api.ts'
import { processDatabase } from '#tests/support/database/process-database.ts'
import { importFile } from '#tests/support/operator/operator.ts'
import { startKillableSite, type KillableSite } from '#tests/support/site/killable-site.ts'

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

const publishing = eq(accessLog.command, 'staff drafts publish')

/** Delays a publishing at its last step, the row of the access log. */
async function slowAccessLog({ pool }: DatabaseConnection): Promise<void> {
  await pool.query(`create function slow_access() returns trigger language plpgsql as $$
    begin perform pg_sleep(9); return new; end $$`)
  await pool.query(`create trigger slow_access before insert on access_log for each row
    when (new.command = 'staff drafts publish') execute function slow_access()`)
}

async function usualAccessLog({ pool }: DatabaseConnection): Promise<void> {
  await pool.query('drop trigger slow_access on access_log')
  await pool.query('drop function slow_access()')
}

/** Whether a publishing of the site is at its last step. */
async function isPublishing(site: KillableSite, database: DatabaseConnection | undefined): Promise<boolean> {
  if (database !== undefined) {
    const { rows } = await database.pool.query(
      `select 1 from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'`,
    )
    return rows.length > 0
  }
  // The embedded engine has one session: while a transaction waits, nothing else is answered.
  const probe = fetch(`${site.url}/api/news?page=${Math.ceil(Math.random() * 9_000)}`, {
    signal: AbortSignal.timeout(1500),
  })
  return probe.then(
    () => false,
    () => true,
  )
}

test('a publishing that is killed leaves row, draft and log as they were, and is done once after the next start', async () => {
  const place = await processDatabase()
  closing.push(place.discard)
  const database = await place.open()
  const line = { title: '旧题', body: '正文', published_at: '2026-03-01' }
  expect((await importFile(database, 'news.jsonl', JSON.stringify(line))).exit).toBe(0)
  const [row] = await database.db.select({ id: news.id, updatedAt: news.updatedAt }).from(news)
  await database.db.insert(contentDraft).values({
    kind: 'news',
    rowId: row?.id ?? 0,
    title: '旧题',
    base: row?.updatedAt.toISOString() ?? '',
    changes: { title: '新题' },
    state: 'scheduled',
    author: '李编辑',
    publishAt: new Date(Date.now() - 60_000),
  })
  await slowAccessLog(database)
  await place.close()

  const site = await startKillableSite({ ...place.settings, SAMPLE: 'off', SMS: 'console' })
  const isServer = place.settings['DATABASE_URL'] !== undefined
  await expect
    .poll(() => isPublishing(site, isServer ? database : undefined), { timeout: 30_000, interval: 100 })
    .toBe(true)
  await site.kill('family')

  const after = await place.open()
  const titles = async () =>
    (await after.db.select({ title: news.title }).from(news)).map(({ title }) => title)
  const states = async () =>
    (await after.db.select({ state: contentDraft.state }).from(contentDraft)).map(({ state }) => state)
  // A server notices a moment later that its client has gone.
  await expect.poll(() => usualAccessLog(after).then(() => true), { timeout: 30_000 }).toBe(true)
  expect([await titles(), await states(), await after.db.$count(accessLog, publishing)]).toEqual([
    ['旧题'],
    ['scheduled'],
    0,
  ])

  const { images } = dependenciesOn(after)
  await expect
    .poll(() => discardUnfinishedImport(after, images).then(() => true), { timeout: 30_000 })
    .toBe(true)
  for (const now of [new Date(), new Date()]) await publishDueDrafts({ database: after, images, now })
  expect([await titles(), await states(), await after.db.$count(accessLog, publishing)]).toEqual([
    ['新题'],
    ['published'],
    1,
  ])
}, 90_000)
