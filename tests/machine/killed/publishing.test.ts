import { eq } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import { isImportUnfinished } from '#server/db/content/import-run.ts'
import { accessLog, contentDraft, news, staffMember } from '#server/db/schema/index.ts'
import { publishDueDrafts } from '#server/services/content/drafts/publish-due-drafts.ts'
import { discardUnfinishedImport } from '#server/services/content/import/discard-import.ts'
import { dependenciesOn } from '#tests/support/api/api.ts'
import { processDatabase } from '#tests/support/database/process-database.ts'
import { isAtLastStep, slowAccessLog, usualAccessLog } from '#tests/support/faults/slow-access-log.ts'
import { importFile } from '#tests/support/operator/operator.ts'
import { startKillableSite } from '#tests/support/site/killable-site.ts'

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

const publishing = eq(accessLog.command, 'staff drafts publish')

test('a publishing that is killed leaves row, draft and log as they were, and is done once after the next start', async () => {
  const place = await processDatabase()
  closing.push(place.discard)
  const database = await place.open()
  const line = { title: '旧题', body: '正文', published_at: '2026-03-01' }
  expect((await importFile(database, 'news.jsonl', JSON.stringify(line))).exit).toBe(0)
  const [row] = await database.db.select({ id: news.id, updatedAt: news.updatedAt }).from(news)
  const [editor] = await database.db
    .insert(staffMember)
    .values({ name: '李编辑', role: 'editor' })
    .returning({ id: staffMember.id })
  await database.db.insert(contentDraft).values({
    scheduledById: editor?.id ?? 0,
    kind: 'news',
    rowId: row?.id ?? 0,
    title: '旧题',
    base: row?.updatedAt.toISOString() ?? '',
    changes: { title: '新题' },
    state: 'scheduled',
    author: '李编辑',
    publishAt: new Date(Date.now() - 60_000),
  })
  await slowAccessLog(database, 'staff drafts publish')
  await place.close()

  const site = await startKillableSite({ ...place.settings, SAMPLE: 'off', SMS: 'console' })
  const isServer = place.settings['DATABASE_URL'] !== undefined
  await expect
    .poll(() => isAtLastStep(site, isServer ? database : undefined), { timeout: 30_000, interval: 100 })
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

  expect(await isImportUnfinished(after.db)).toBe(false)
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
