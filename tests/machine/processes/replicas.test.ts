import { setTimeout as wait } from 'node:timers/promises'
import { Client } from 'pg'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectDatabase, type DatabaseConnection } from '#server/db/connect.ts'
import { migrate } from '#server/db/migrate.ts'
import { openReplicas, type Replicas } from '#server/db/replicas.ts'
import { addSchool, ask } from '#tests/support/api/api.ts'
import { clockedApi, type ClockedApi } from '#tests/support/api/clocked-api.ts'
import { startPostgres, type PostgresServer } from '#tests/support/database/postgres.ts'
import { startReplica, type Replica } from '#tests/support/database/replica.ts'

let server: PostgresServer
let replica: Replica
let primary: DatabaseConnection
let replicas: Replicas
let stage: ClockedApi
let school: number
/** The content's version as the process knows it. */
let version = 0

beforeAll(async () => {
  const started = await startPostgres()
  if ('missing' in started) throw new Error(started.missing)
  server = started
  primary = await connectDatabase({ databaseUrl: server.url, dataDir: '' })
  await migrate(primary)
  replica = await startReplica(server.url)
  replicas = openReplicas(primary, {
    urls: [replica.url],
    version: () => version,
    log: () => undefined,
    everyMs: 50,
    maxLagMs: 3000,
  })
  stage = clockedApi(primary, { replicas })
  school = await addSchool(primary, '海棠双语学校')
  const count = 'select count(*)::int from school'
  while (String(await onReplica(count)) !== '1' || replicas.pick() === undefined) await wait(20)
})
afterAll(async () => {
  await replicas?.close()
  await primary?.close()
  await replica?.remove()
  await server?.stop()
})

/** How far the replica is behind, in seconds; undefined while it does not answer. */
function lag(): number | undefined {
  return replicas.lags().get(new URL(replica.url).host)
}

/** The school's name as its public page gets it. */
async function shownName(): Promise<unknown> {
  const answer = await ask(stage.api, `/api/school/detail/${school}`)
  return answer.data !== null && typeof answer.data === 'object' && 'name' in answer.data
    ? answer.data.name
    : answer.text
}

async function rename(name: string): Promise<void> {
  await primary.db.execute(sql`update school set name = ${name} where id = ${school}`)
}

async function onReplica(statement: string): Promise<unknown> {
  const client = new Client({ connectionString: replica.url })
  await client.connect()
  const { rows } = await client.query({ text: statement, rowMode: 'array' })
  await client.end()
  return rows[0]
}

/** Lets the replica receive and not replay; it takes effect with the next record. */
async function pause(): Promise<void> {
  await onReplica('select pg_wal_replay_pause()')
  await expect.poll(() => onReplica('select pg_get_wal_replay_pause_state()')).toEqual(['paused'])
}

test('public content is read from the replica, what is not there yet and whatever is one’s own from the primary', async () => {
  const token = await stage.logIn('+8613700000001')
  await pause()
  await rename('改名学校')
  const young = await addSchool(primary, '新办学校')

  expect(await shownName()).toBe('海棠双语学校')
  expect(await ask(stage.api, `/api/school/detail/${young}`)).toMatchObject({
    status: 200,
    data: { name: '新办学校' },
  })
  await stage.post(`/api/school_collect/${school}`, { is_collect: 1 }, token)
  expect(await ask(stage.api, `/api/school/collect/${school}`, { headers: { token } })).toMatchObject({
    data: { collected: true },
  })
  await onReplica('select pg_wal_replay_resume()')
  await expect.poll(shownName, { timeout: 10_000 }).toBe('改名学校')
})

test('a lagging replica is ejected, and used again when it has caught up', async () => {
  await pause()
  await rename('第三个名字')
  expect(await shownName()).toBe('改名学校')
  await expect.poll(() => replicas.pick(), { timeout: 10_000 }).toBeUndefined()
  expect(await shownName()).toBe('第三个名字')
  // Three seconds are the limit of this test: it is left out no sooner.
  expect(lag()).toBeGreaterThan(2.5)
  await onReplica('select pg_wal_replay_resume()')
  await expect.poll(() => replicas.pick(), { timeout: 10_000 }).toBeDefined()
  await expect.poll(lag, { timeout: 10_000 }).toBeLessThan(1)
})

test('content that was published is never read from a replica that has the version before', async () => {
  await pause()
  await primary.db.execute(sql`insert into content_version (id, version) values (1, 1)`)
  await rename('新版本的名字')
  version = 1
  expect(await shownName()).toBe('新版本的名字')
  await onReplica('select pg_wal_replay_resume()')
  await expect.poll(() => replicas.pick(), { timeout: 10_000 }).toBeDefined()
})

test('a replica that ends fails no request, and is used again when it is back', async () => {
  await replica.stop()
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => ask(stage.api, `/api/school/detail/${school}`)),
  )
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  expect(replicas.pick()).toBeUndefined()
  await expect.poll(lag, { timeout: 10_000 }).toBeUndefined()
  await replica.start()
  await expect.poll(() => replicas.pick(), { timeout: 10_000 }).toBeDefined()
})
