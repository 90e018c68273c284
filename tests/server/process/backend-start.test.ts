import { rmSync } from 'node:fs'
import { Pool } from 'pg'
import { pino } from 'pino'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openBackend } from '#server/backend.ts'
import { readConfig } from '#server/config.ts'
import { connectDatabase } from '#server/db/connect.ts'
import { code, deletion, outbox, session, visitor } from '#server/db/schema/index.ts'
import { hashOfToken } from '#server/services/accounts/token.ts'
import { ask } from '#tests/support/api/api.ts'
import { startReceiver } from '#tests/support/api/counting-receiver.ts'
import { makeDataDir } from '#tests/support/database/embedded-template.ts'

test('at its start a process deletes restored people, applies retention and runs pending jobs', async () => {
  const dataDir = await makeDataDir()
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  const now = Date.now()
  const before = await connectDatabase({ dataDir })
  const [restored] = await before.db
    .insert(visitor)
    .values({ phoneHash: 'mark', phoneCipher: 'sealed', createdAt: new Date(now - 2000) })
    .returning({ id: visitor.id })
  const later = new Date(now + 86_400_000)
  await before.db
    .insert(session)
    .values({ visitorId: restored?.id ?? 0, tokenHash: hashOfToken('old token'), expiresAt: later })
  await before.db.insert(deletion).values({ phoneHash: 'mark', deletedAt: new Date(now - 1000) })
  const longAgo = new Date(now - 40 * 86_400_000)
  const sent = { phoneHash: 'x', purpose: 'account', codeHash: 'x', createdAt: longAgo, expiresAt: longAgo }
  await before.db.insert(code).values(sent)
  await before.db.insert(outbox).values({ kind: 'lead', payload: { id: 1 }, dueAt: longAgo })
  await before.close()

  const receiver = await startReceiver()
  onTestFinished(() => receiver.stop())
  const config = readConfig({
    NODE_ENV: 'test',
    DATA_DIR: dataDir,
    SAMPLE: 'off',
    CRM_WEBHOOK_URL: receiver.url,
    CRM_WEBHOOK_SECRET: 'a secret of the two systems',
  })
  const backend = await openBackend(config, pino({ level: 'silent' }))
  try {
    const { db } = backend.connection
    const site = { fetch: (request: Request) => backend.fetchApi(request) }
    const answer = await ask(site, '/api/center/info', { headers: { token: 'old token' } })
    expect(answer).toMatchObject({ status: 401, code: 1006 })
    await vi.waitFor(
      async () => {
        expect(await db.$count(code)).toBe(0)
        expect(await db.select().from(outbox)).toMatchObject([{ tries: 1, doneAt: expect.any(Date) }])
      },
      { timeout: 20_000 },
    )
  } finally {
    await backend.close()
  }
})

test('a start that fails at its last step leaves nothing running', async () => {
  const dataDir = await makeDataDir()
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  const replica = 'postgres://nobody@127.0.0.1:1/away'
  const config = {
    ...readConfig({ NODE_ENV: 'test', DATA_DIR: dataDir, SAMPLE: 'off' }),
    replicaUrls: [replica],
    // Read after the replicas, the watch over the content's version and the jobs have begun.
    get pictureCacheBytes(): number {
      throw new Error('the last step')
    },
  }
  const ends = vi.spyOn(Pool.prototype, 'end')
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => {
    vi.useRealTimers()
    ends.mockRestore()
  })
  await expect(openBackend(config, pino({ level: 'silent' }))).rejects.toThrow('the last step')
  expect(vi.getTimerCount()).toBe(0)
  const ended = ends.mock.contexts.map((pool) => pool instanceof Pool && pool.options.connectionString)
  expect(ended).toContain(replica)
  // The lock of the data folder is free.
  await (await connectDatabase({ dataDir })).close()
})
