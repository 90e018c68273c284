import pino from 'pino'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { timedTasks } from '#server/contract/staff/timed-tasks.ts'
import { getOperations } from '#server/contract/staff/operations.ts'
import type { DatabaseConnection } from '#server/db/connect.ts'
import { noteAccess } from '#server/db/accounts/access-log.ts'
import { accessLog, outbox } from '#server/db/schema/index.ts'
import { readOperations, type OperationSources } from '#server/services/operations/read-operations.ts'
import { startTimedTasks } from '#server/services/timed-tasks.ts'
import { addSchool } from '#tests/support/api/api.ts'
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
    missingSettings: [],
    keyId: 'a1b2c3d4',
    startedAt: new Date(),
    timedRuns: () => [],
    build: 'b1d5',
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

test('schools are counted with those that search engines may have and those with a picture', async () => {
  const core = { kind: 'private', stages: ['high'], district: 'nanshan', address: '学府路 1 号' }
  const cover = { src: '/media/a.jpg', width: 1, height: 1, color: 'sky' }
  await addSchool(database, '写明了的学校', '4403', core)
  await addSchool(database, '有图片的学校', '4403', { cover })
  await addSchool(database, '停办的学校', '4403', { ...core, state: 'closed' })
  const missing = [{ variable: 'SITE_ICP', lack: '页脚没有 ICP 备案号' }]
  expect(await read({ missingSettings: missing })).toMatchObject({
    schools: { total: 2, indexed: 1, pictured: 1 },
    missing_settings: missing,
  })
})

test('jobs that fail, that wait, and that nothing is configured for are counted apart', async () => {
  const old = new Date(Date.now() - 3_600_000)
  await database.db.insert(outbox).values([
    { kind: 'crm', payload: {}, createdAt: old, error: 'refused', tries: 1 },
    { kind: 'crm', payload: {} },
    { kind: 'sms', payload: {} },
  ])
  const { jobs } = await read()
  expect(jobs).toMatchObject({
    waiting: 3,
    failing: 1,
    unconfigured: 1,
    unconfigured_kinds: [{ kind: 'sms', jobs: 1 }],
    failed: [{ kind: 'crm', reason: 'refused' }],
  })
  expect(Math.round((jobs.oldest_seconds ?? 0) / 60)).toBe(60)
})

test('the last backup, open circuits and the lag of replicas are told', async () => {
  await noteAccess(database.db, { command: 'backup', operator: 'root', rows: 3 })
  await noteAccess(database.db, { command: 'backup try', operator: 'root', details: { failure: 'damaged' } })
  expect((await read()).last_backup_tried_at).toBeUndefined()
  await noteAccess(database.db, { command: 'backup try', operator: 'root', rows: 3 })
  const state = await read({
    circuits: () =>
      new Map([
        ['crm', true],
        ['maps', false],
      ]),
    replicas: { databases: [database, database], usable: () => 1, lags: () => new Map([['replica-1', 4]]) },
  })
  expect(Math.abs(Date.parse(state.last_backup_at ?? '') - Date.now())).toBeLessThan(60_000)
  expect(state.last_backup_tried_at).toBeDefined()
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

test('a failed job is tried again at once by an administrator alone, and the access log says who did so', async () => {
  const later = new Date(Date.now() + 3_600_000)
  const [job] = await database.db
    .insert(outbox)
    .values({ kind: 'lead', payload: {}, dueAt: later, tries: 4, error: 'the CRM answered 500' })
    .returning()
  const stage = staffStage(database)
  const token = await stage.sessionOf(await stage.member('张三', '13800000001', 'administrator'))
  const editor = await stage.sessionOf(await stage.member('李编辑', '13800000002', 'editor'))
  const path = `/api/staff/operations/jobs/${job?.id}/retry`
  expect((await stage.post(path, {}, editor)).code).toBe(1403)
  expect(await database.db.select().from(outbox)).toMatchObject([{ dueAt: later }])
  expect((await stage.post(path, {}, token)).data).toEqual({ msg: '马上再试' })
  const [due] = await database.db.select().from(outbox)
  expect(due?.dueAt.getTime()).toBeLessThan(later.getTime())
  const log = await database.db.select().from(accessLog)
  expect(log.filter(({ command }) => command === 'staff jobs retry')).toMatchObject([
    { operator: '张三', record: `job:${job?.id}`, details: { kind: 'lead' }, rows: 1 },
  ])
  await database.db.update(outbox).set({ doneAt: new Date() })
  expect((await stage.post(path, {}, token)).code).toBe(1404)
})

test('today counts jobs of configured kinds, and names the others with the variable that is missing', async () => {
  await database.db.insert(outbox).values([
    { kind: 'lead', payload: {} },
    { kind: 'ticket-sms', payload: {}, error: 'refused' },
  ])
  const stage = staffStage(database, { jobKinds: () => ['lead'] })
  const token = await stage.sessionOf(await stage.member('张三', '13800000001', 'administrator'))
  expect((await stage.get('/api/staff/today', token)).data).toMatchObject({
    operations: {
      jobs_waiting: 1,
      jobs_failing: 0,
      jobs_unconfigured: [{ kind: 'ticket-sms', jobs: 1, variable: 'SMS_*_TEMPLATE_TICKET' }],
    },
  })
})

test('the last run of a timed task is recorded with why it failed, and it runs again after its time', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const at = new Date('2026-11-24T01:00:00Z')
  let runsOfDrafts = 0
  const drafts = () => Promise.reject(new Error(`no disk, ${(runsOfDrafts += 1)}`))
  const work = { drafts, retention: () => Promise.resolve() }
  const lines: { task?: string }[] = []
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(JSON.parse(line)) })
  const { runs, stop } = startTimedTasks(work, { log, now: () => at })
  await vi.waitFor(() => expect(runs()).toHaveLength(2))
  await vi.advanceTimersByTimeAsync(timedTasks.drafts.everyMs)
  await stop()
  expect(lines.map(({ task }) => task)).toEqual(['drafts', 'drafts'])
  expect((await read({ timedRuns: runs })).timed_tasks).toEqual([
    { name: 'retention', ended_at: at.toISOString() },
    { name: 'drafts', ended_at: at.toISOString(), failure: 'no disk, 2' },
  ])
})
