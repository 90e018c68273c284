import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { getOperations } from '#server/contract/staff/operations.ts'
import type { DatabaseConnection } from '#server/db/connect.ts'
import { noteAccess } from '#server/db/accounts/access-log.ts'
import { outbox } from '#server/db/schema/index.ts'
import { readOperations, type OperationSources } from '#server/services/operations/read-operations.ts'
import { emptyDatabase, openTestDatabase } from '#tests/support/database/database.ts'
import { staffStage } from '#tests/support/staff/staff-stage.ts'

let database: DatabaseConnection

beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())
beforeEach(() => emptyDatabase(database))

const budget = { hour: 250, day: 2000, newPhonesHour: 125, newPhonesDay: 1000 }

function read(more: Partial<OperationSources> = {}) {
  return readOperations({
    connection: database,
    replicas: undefined,
    jobKinds: ['crm'],
    circuits: () => new Map(),
    smsLeft: () => Promise.resolve(budget),
    smsBudget: budget,
    freeDiskBytes: () => Promise.resolve(5_000_000_000),
    keyId: 'a1b2c3d4',
    startedAt: new Date(),
    now: () => new Date(),
    ...more,
  }).then((given) => getOperations.data.parse(given))
}

test('the state names the engine, the size, the key and the disk; what is not known is absent', async () => {
  const state = await read({ freeDiskBytes: () => Promise.reject(new Error('no such disk')) })
  expect(state).toMatchObject({ database: { engine: database.engine }, key_id: 'a1b2c3d4' })
  expect(state.database.bytes).toBeGreaterThan(0)
  expect(state.disk_free_bytes).toBeUndefined()
  expect(state.last_backup_at).toBeUndefined()
  expect((await read()).disk_free_bytes).toBe(5_000_000_000)
})

test('jobs that fail, that wait, and that nothing is configured for are counted apart', async () => {
  const old = new Date(Date.now() - 3_600_000)
  await database.db.insert(outbox).values([
    { kind: 'crm', payload: {}, createdAt: old, error: 'refused' },
    { kind: 'crm', payload: {} },
    { kind: 'sms', payload: {} },
  ])
  const { jobs } = await read()
  expect(jobs).toMatchObject({ waiting: 3, failing: 1, unconfigured: 1 })
  expect(Math.round((jobs.oldest_seconds ?? 0) / 60)).toBe(60)
})

test('the last backup, open circuits and the lag of replicas are told', async () => {
  await noteAccess(database.db, { command: 'backup', operator: 'root' })
  const state = await read({
    circuits: () =>
      new Map([
        ['crm', true],
        ['maps', false],
      ]),
    replicas: { databases: [database, database], usable: () => 1, lags: () => new Map([['replica-1', 4]]) },
  })
  expect(Math.abs(Date.parse(state.last_backup_at ?? '') - Date.now())).toBeLessThan(60_000)
  expect(state).toMatchObject({
    open_circuits: ['crm'],
    replicas: { named: 2, usable: 1, lags: [{ name: 'replica-1', seconds: 4 }] },
  })
})

test('the call answers an administrator, and says so where the state is not known', async () => {
  const stage = staffStage(database, { operations: () => read() })
  const token = await stage.sessionOf(await stage.member('张三', '13800000001', 'administrator'))
  expect((await stage.get('/api/staff/operations', token)).data).toMatchObject({ key_id: 'a1b2c3d4' })
  expect((await staffStage(database).get('/api/staff/operations', token)).code).toBe(1503)
})
