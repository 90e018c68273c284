import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { openSync } from 'node:fs'
import { request } from 'node:http'
import { connect } from 'node:net'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { connectDatabase, type DatabaseConnection } from '#server/db/connect.ts'
import { migrate } from '#server/db/migrate.ts'
import { projectRoot } from '#server/db/project-root.ts'
import { clue } from '#server/db/schema/index.ts'
import { addressIn } from '#tests/support/site/address-in.ts'
import { startKillableSite, type KillableSite } from '#tests/support/site/killable-site.ts'
import { accepted } from '#tests/support/leads/leads.ts'
import { freePort } from '#tests/support/database/postgres.ts'
import { leadHeaders, leadOf, startRestlessClients } from '#tests/support/load/restless-clients.ts'
import { makeServerDatabase } from '#tests/support/database/server-database.ts'

/** How a process ends, with nothing in front of it: by a signal, and by a fault that nobody caught. */

const rounds = process.env['PROVE'] === '1' ? 20 : 2
const crash = path.join(projectRoot(), 'tests/support/faults/crash-on-signal.cjs')

let database: { url: string; drop: () => Promise<void> }
let connection: DatabaseConnection
let site: KillableSite
let leads = 0

beforeAll(async () => {
  database = await makeServerDatabase()
  connection = await connectDatabase({ databaseUrl: database.url, dataDir: '' })
  await migrate(connection)
})
afterEach(() => site?.kill('family').catch(() => undefined))
afterAll(async () => {
  await connection?.close()
  await database?.drop()
})

const variables = () => ({
  DATABASE_URL: database.url,
  DATA_KEY: Buffer.alloc(32, 7).toString('base64'),
  TRUST_PROXY: 'loopback',
})

/** A lead whose second half is sent when `finish` is called. */
async function beginLead(url: string) {
  const number = (leads += 1)
  const body = leadOf(number)
  const sent = request(`${url}/api/clue`, {
    method: 'POST',
    agent: false,
    headers: { ...leadHeaders(number), 'content-length': Buffer.byteLength(body), expect: '100-continue' },
  })
  const answered = once(sent, 'response')
  answered.catch(() => undefined)
  sent.flushHeaders()
  await once(sent, 'continue')
  sent.write(body.slice(0, 20))
  return {
    async finish() {
      sent.end(body.slice(20))
      const [answer] = await answered
      let text = ''
      for await (const part of answer) text += part
      return z.object({ data: accepted }).parse(JSON.parse(text)).data.reference
    },
  }
}

/** A page that waits for the database, until `release` is called. */
async function openSlowPage(url: string) {
  const client = await connection.pool.connect()
  await client.query('begin')
  await client.query('lock table school_search in access exclusive mode')
  const page = fetch(`${url}/search/?q=held${leads}`).then(async (answer) => {
    const text = await answer.text()
    return { status: answer.status, isWhole: text.includes('</html>') }
  })
  await wait(100)
  return {
    page,
    async release() {
      await client.query('rollback')
      client.release()
    },
  }
}

async function missing(references: readonly string[]): Promise<string[]> {
  const stored = await connection.db.select({ reference: clue.reference }).from(clue)
  const storedReferences = new Set(stored.map(({ reference }) => reference))
  return references.filter((reference) => !storedReferences.has(reference))
}

test('SIGTERM under load fails no accepted request, and nothing acknowledged is lost', async () => {
  const references: string[] = []
  let answers = 0
  let refused = 0
  let slowestMs = 0
  for (let round = 0; round < rounds; round += 1) {
    site = await startKillableSite(variables())
    const clients = startRestlessClients(site.url, () => (leads += 1))
    await wait(200 + Math.random() * 300)
    const half = await beginLead(site.url)
    const openPage = await openSlowPage(site.url)
    const since = performance.now()
    process.kill(site.pid, 'SIGTERM')
    await wait(300)
    await openPage.release()
    references.push(await half.finish())
    expect(await openPage.page).toEqual({ status: 200, isWhole: true })
    expect(await site.ended).toBe(0)
    slowestMs = Math.max(slowestMs, performance.now() - since)
    const found = await clients.ended
    expect(found.failures).toEqual([])
    references.push(...found.references)
    answers += found.answers
    refused += found.refused
  }
  const ends = `slowest end ${Math.round(slowestMs)} ms`
  console.log(`${rounds} SIGTERMs: ${answers} answers, ${refused} connections turned away, ${ends}`)
  expect(await missing(references)).toEqual([])
  // Whoever was turned away left nothing behind.
  expect(await connection.db.$count(clue)).toBe(references.length)
})

test('a second SIGTERM aborts requests that still wait for a client', async () => {
  site = await startKillableSite(variables())
  const half = await beginLead(site.url)
  process.kill(site.pid, 'SIGTERM')
  await expect.poll(() => site.log.join()).toContain('"msg":"stopping"')
  // The same signal twice within a second is one: it reaches a process by more ways than one.
  await wait(1200)
  process.kill(site.pid, 'SIGTERM')
  expect(await site.ended).toBe(1)
  await expect(half.finish()).rejects.toThrow(/ECONNRESET|socket hang up/)
})

test.each([
  ['SIGUSR2', 'a fault from outside'],
  ['SIGURG', 'a failure from outside'],
] as const)(
  'after %s, %s that nobody caught, a process finishes what is under way and ends with 1',
  async (signal, words) => {
    site = await startKillableSite({ ...variables(), NODE_OPTIONS: `--require ${crash}` })
    const half = await beginLead(site.url)
    process.kill(site.pid, signal)
    const fatal = () => site.log.filter((line) => line.includes('"level":60'))
    await expect.poll(fatal).toHaveLength(1)
    const refused = () =>
      once(connect(Number(new URL(site.url).port), '127.0.0.1'), 'connect').then(String, String)
    await expect.poll(refused).toContain('ECONNREFUSED')
    const reference = await half.finish()
    expect(await site.ended).toBe(1)
    expect(await missing([reference])).toEqual([])
    const [line = ''] = fatal()
    expect(JSON.parse(line)).toMatchObject({ level: 60, err: [{ message: expect.stringContaining(words) }] })
    expect(site.log.join('\n')).not.toContain('13912345678')
  },
)

test('of two processes a crashed one is replaced, and nothing acknowledged is lost', async () => {
  site = await startKillableSite({
    ...variables(),
    NODE_OPTIONS: `--require ${crash}`,
    WEB_PROCESSES: '2',
    PORT: String(await freePort()),
  })
  const serving = () => site.log.filter((line) => line.includes('"msg":"serving"')).length
  await expect.poll(serving, { timeout: 20_000 }).toBe(2)
  const [one = ''] = execFileSync('ps', ['-o', 'pid=', '--ppid', String(site.pid)], {
    encoding: 'utf8',
  }).split('\n')
  const clients = startRestlessClients(site.url, () => (leads += 1))
  await wait(300)
  process.kill(Number(one), 'SIGUSR2')
  await expect.poll(serving, { timeout: 20_000 }).toBe(3)
  await wait(300)
  process.kill(site.pid, 'SIGTERM')
  expect(await site.ended).toBe(0)
  const { failures, references } = await clients.ended
  expect(failures).toEqual([])
  expect(await missing(references)).toEqual([])
  const follows = site.log.find((line) => line.includes('another one follows')) ?? '{}'
  expect(
    z.object({ exit: z.literal(1), pauseMs: z.number().max(1000) }).safeParse(JSON.parse(follows)).error,
  ).toBe(undefined)
})

test('a log that cannot be written does not end the process', async () => {
  const port = await freePort()
  const child = spawn(process.execPath, [path.join(projectRoot(), 'build/process/main.js')], {
    env: {
      PATH: process.env['PATH'],
      NODE_ENV: 'production',
      PORT: String(port),
      ...variables(),
      SMS: 'console',
    },
    stdio: ['ignore', openSync('/dev/full', 'w'), 'pipe'],
  })
  let complaint = ''
  child.stderr?.on('data', (part: Buffer) => (complaint += part.toString()))
  const status = () => fetch(`http://127.0.0.1:${port}/readyz`).then((answer) => answer.status, String)
  await expect.poll(status, { timeout: 20_000 }).toBe(200)
  const sent = await fetch(`http://127.0.0.1:${port}/api/code`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ phone: '13700000001' }),
  })
  expect(sent.status).toBe(200)
  // Lines of answers leave after half a second.
  await wait(1000)
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
  expect(complaint).toBe('')
})

test('a log that nobody reads does not keep the process from ending', async () => {
  const site = spawn(process.execPath, [path.join(projectRoot(), 'build/process/main.js')], {
    env: { PATH: process.env['PATH'], NODE_ENV: 'production', PORT: '0', ...variables(), SMS: 'console' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const url = await addressIn(site.stdout)
  const ended = once(site, 'exit')
  site.stdout.destroy()
  // Its line waits for others when the process is told to end, and no open connection delays that.
  const [answer] = await once(request(`${url}/aboutus/`, { agent: false }).end(), 'response')
  await once(answer.resume(), 'end')
  site.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
})
