import { readFileSync } from 'node:fs'
import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { Pool } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { drizzleOver, type DatabaseConnection } from '#server/db/connect.ts'
import { projectRoot } from '#server/db/project-root.ts'
import { noteAccess } from '#server/db/accounts/access-log.ts'
import { accessLog, clue, outbox } from '#server/db/schema/index.ts'
import { smsBudgetOf } from '#server/services/accounts/sms-budget.ts'
import { createEventCounters } from '#server/telemetry/event-counters.ts'
import { processGauges, siteGauges } from '#server/telemetry/site-gauges.ts'
import { SmsFailure } from '#server/services/sms/sms-failure.ts'
import { createAdmissionControl } from '#server/site/admission-control.ts'
import { createMetrics } from '#server/site/metrics.ts'
import { ask } from '#tests/support/api/api.ts'
import { emptyDatabase, openTestDatabase } from '#tests/support/database/database.ts'
import { leadFields, post as leadPost } from '#tests/support/leads/leads.ts'
import { apiWithPhones } from '#tests/support/accounts/phone-codes.ts'

const token = 'the-token-of-a-test'
const delayMs = () => 0
const smsLeft = async () => ({ hour: 10, day: 100, newPhonesHour: 5, newPhonesDay: 50 })
const rules = z.object({
  groups: z.array(z.object({ rules: z.array(z.object({ alert: z.string(), expr: z.string() })).min(1) })),
})

let database: DatabaseConnection

beforeAll(async () => {
  database = await openTestDatabase()
  await emptyDatabase(database)
})
afterAll(() => database.close())

/** What an operator's Prometheus reads of a site over this database. */
async function readMetrics(
  connection: DatabaseConnection,
  counters = createEventCounters(),
): Promise<string> {
  const circuits = () =>
    new Map([
      ['sms', true],
      ['maps', false],
    ])
  const replicas = { databases: [connection], usable: () => 0, lags: () => new Map([['db2:5432', 7.5]]) }
  const backend = { connection, jobKinds: ['lead'], replicas, circuits, smsLeft }
  const metrics = createMetrics(
    { token },
    {
      admission: createAdmissionControl({ delayMs }),
      delayMs,
      gauges: processGauges(backend),
      site: siteGauges(backend, { dataDir: os.tmpdir(), smsBudget: smsBudgetOf({}) }),
      build: { build: 'abc', data_key: 'd2411376' },
      counters: counters.all,
    },
  )
  const incoming = new IncomingMessage(new Socket())
  incoming.headers = { authorization: `Bearer ${token}` }
  const text = await metrics.read(incoming)
  if (text === undefined) throw new Error('the metrics were refused')
  return text
}

test('the metrics have the waiting jobs, their age and the running jobs', async () => {
  const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000)
  await database.db.insert(outbox).values([
    { kind: 'lead', payload: {}, createdAt: ago(20), error: 'the CRM answered 500', tries: 3 },
    { kind: 'lead', payload: {}, createdAt: ago(10), doneAt: ago(9) },
    { kind: 'lead-notification', payload: {}, createdAt: ago(600) },
  ])
  await database.db.insert(clue).values([
    { reference: 'A', orderType: 'order', cityCode: '4403', createdAt: ago(60) },
    { reference: 'C', orderType: 'openday', cityCode: '4403', createdAt: ago(3000) },
    { reference: 'B', orderType: 'order', cityCode: '4403', state: 'contacted', createdAt: ago(3000) },
  ])
  await database.db.insert(accessLog).values({
    command: 'backup',
    operator: 'root',
    details: {},
    rows: 1,
    at: new Date('2026-06-15T04:00:00Z'),
  })
  await noteAccess(database.db, { command: 'backup try', operator: 'root', rows: 1 })
  const text = await readMetrics(database)
  const value = (name: string) => Number(new RegExp(`^${name} (.*)$`, 'm').exec(text)?.[1])
  expect(value('site_database_up')).toBe(1)
  expect(value('site_outbox_jobs')).toBe(2)
  expect(value('site_outbox_jobs_failing')).toBe(1)
  expect(value('site_outbox_jobs_unconfigured')).toBe(1)
  expect(Math.round(value('site_outbox_oldest_job_seconds') / 60)).toBe(20)
  expect([value('site_leads'), value('site_leads_24h'), value('site_leads_waiting')]).toEqual([3, 1, 1])
  expect(value('site_sms_left_today')).toBe(100)
  expect(value('site_sms_limit_today_for_new_phones')).toBe(1000)
  expect(value('site_sms_limit_this_hour_for_new_phones')).toBe(125)
  expect(value('site_backup_last_timestamp_seconds')).toBe(Date.parse('2026-06-15T04:00:00Z') / 1000)
  expect(value('site_backup_tried_timestamp_seconds')).toBeGreaterThan(
    Date.parse('2026-06-15T04:00:00Z') / 1000,
  )
  expect(value('site_disk_free_bytes')).toBeGreaterThan(0)
  expect(text).toContain('site_info{build="abc",data_key="d2411376"} 1')
})

test('a job that waits for its time is not late, one that is past it since then', async () => {
  const at = (minutes: number) => new Date(Date.now() + minutes * 60_000)
  const oldest = async () =>
    Math.round(Number(/^site_outbox_oldest_job_seconds (.*)$/m.exec(await readMetrics(database))?.[1]) / 60)
  await emptyDatabase(database)
  await database.db.insert(outbox).values({ kind: 'lead', payload: {}, createdAt: at(-20), dueAt: at(480) })
  expect(await oldest()).toBe(0)
  await database.db.insert(outbox).values({ kind: 'lead', payload: {}, createdAt: at(-600), dueAt: at(-3) })
  expect(await oldest()).toBe(3)
})

test('every other system and replica has a number of its own', async () => {
  const text = await readMetrics(database)
  expect(text).toContain('site_circuit_open{system="sms"} 1')
  expect(text).toContain('site_circuit_open{system="maps"} 0')
  expect(text).toContain('site_replica_lag_seconds{replica="db2:5432"} 7.5')
  expect(text).toMatch(/^site_replicas 1$/m)
  expect(text).toMatch(/^site_replicas_usable 0$/m)
})

test('what limits refused is counted by the limit, and messages that were not sent by the provider’s code', async () => {
  const counters = createEventCounters()
  const { api, post } = apiWithPhones(database, { onRefused: counters.refused })
  for (let nth = 0; nth < 6; nth += 1) {
    const answer = await ask(api, '/api/clue', leadPost(leadFields({ phone: '13900000099' })))
    expect(answer.status).toBe(nth < 5 ? 200 : 429)
  }
  for (let nth = 0; nth < 2; nth += 1) await post('/api/code', { phone: '13812345678' })
  counters.smsFailed('tencent', new SmsFailure('limit', 'LimitExceeded.DailyLimit'))
  const text = await readMetrics(database, counters)
  expect(text).toContain('site_refusals_total{limit="lead of a phone"} 1')
  expect(text).toContain('site_refusals_total{limit="code of a phone"} 1')
  expect(text).toContain(
    'site_sms_failures_total{provider="tencent",kind="limit",reason="LimitExceeded.DailyLimit"} 1',
  )
})

test('every metric that an alert rule names exists, each with a help text of its own', async () => {
  const file = path.join(projectRoot(), 'server/deploy/alerts.yml')
  const { groups } = rules.parse(parse(readFileSync(file, 'utf8')))
  const named = groups.flatMap((group) => group.rules.flatMap(({ expr }) => expr.match(/\bsite_\w+/g) ?? []))
  const text = await readMetrics(database)
  const metricNames = new Set([...text.matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name))
  expect(named.length).toBeGreaterThan(10)
  expect(named.filter((name) => !metricNames.has(name))).toEqual([])
  for (const [, name = '', help = ''] of text.matchAll(/^# HELP (site_\w+) (.*)$/gm)) {
    expect(help.toLowerCase()).not.toBe(name.replaceAll('_', ' '))
  }
})

test('with the database away that is what they say, and nothing is called a number that is none', async () => {
  const pool = new Pool()
  await pool.end()
  const text = await readMetrics({ ...database, pool, db: drizzleOver(pool) })
  expect(text).toMatch(/^site_database_up 0$/m)
  expect(text).not.toMatch(/^site_.* nan$/im)
  expect(text).not.toMatch(/^site_leads/m)
  expect(text).toMatch(/^site_disk_free_bytes \d+/m)
})
