import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, expect, inject, test, vi } from 'vitest'
import { z } from 'zod'
import { agreedVersion } from '#server/contract/accounts/agreed-texts.ts'
import { connectDatabase, type DatabaseConnection } from '#server/db/connect.ts'
import { openTestDatabase } from '#tests/support/database/database.ts'
import { addressOf, clusterOf, dumpOf } from '#tests/support/database/dump.ts'
import { makeDataDir } from '#tests/support/database/embedded-template.ts'
import { startProcess, type SiteProcess } from '#tests/support/site/site-process.ts'
import { filesIn, tracesIn } from '#tests/support/site/traces.ts'

/** The same proof as of the API alone, through the process that operators run, with its own log and pages. */

const leads = process.env['PROVE'] === '1' ? 500 : 40
/** Every seeded phone and name begins so; nothing else does. */
const seeded = ['13754321', '诸葛焱']
const planted = ['13643219', '尉迟焜']

const cleanups: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup()
})

/** A folder for the process, and its variables; on a server a database there. */
async function place() {
  const isServer = inject('databaseUrl') !== undefined || process.env['TEST_DATABASE_URL'] !== undefined
  const dataDir = isServer ? mkdtempSync(path.join(os.tmpdir(), 'at-rest-')) : await makeDataDir()
  cleanups.push(() => rmSync(dataDir, { recursive: true, force: true }))
  const server = isServer ? await openTestDatabase() : undefined
  if (server !== undefined) cleanups.push(() => server.close())
  const variables: Record<string, string> = {
    DATA_DIR: dataDir,
    SAMPLE: 'off',
    SMS: 'console',
    TRUST_PROXY: 'loopback',
    LOG_LEVEL: 'trace',
    ...(server === undefined
      ? {}
      : { DATABASE_URL: await addressOf(server), DATA_KEY: Buffer.alloc(32, 5).toString('base64') }),
  }
  return { dataDir, server, variables }
}

type Sent = { status: number; text: string }

async function post(
  site: SiteProcess,
  address: string,
  body: Record<string, string | number>,
  number: number,
): Promise<Sent> {
  const isApi = address.startsWith('/api/')
  const answer = await fetch(site.url + address, {
    method: 'POST',
    body: isApi
      ? JSON.stringify(body)
      : new URLSearchParams(Object.entries(body).map(([name, value]) => [name, String(value)])),
    headers: {
      origin: site.url,
      'x-forwarded-for': `198.18.${number & 255}.${number >> 8}`,
      ...(isApi ? { 'content-type': 'application/json' } : {}),
    },
    redirect: 'manual',
  })
  return { status: answer.status, text: await answer.text() }
}

async function codeFor(site: SiteProcess, phone: string): Promise<string> {
  const line = () => site.log.findLast((each) => each.startsWith('{"msg":"sms",') && each.includes(phone))
  await vi.waitUntil(() => line() !== undefined, { timeout: 10_000 })
  return /"code":"(\d{6})"/.exec(line() ?? '')?.[1] ?? ''
}

/** Leads by API and by form, refused ones too, a login, a question, and phones where they do not belong. */
async function useSite(site: SiteProcess): Promise<void> {
  for (let number = 0; number < leads; number += 1) {
    const phone = `${seeded[0]}${String(number).padStart(3, '0')}`
    const lead = { name: `${seeded[1]}${number}`, phone, message: `请打${phone}`, key: `key of ${phone}` }
    const refused = await post(site, '/order/', { ...lead, order_type: 'consult' }, number)
    expect(refused.status).toBe(400)
    const address = number % 4 === 0 ? '/order/' : '/api/clue'
    const sent = await post(site, address, { ...lead, order_type: 'consult', consent_contact: 1 }, number)
    expect([200, 303]).toContain(sent.status)
  }
  const phone = `${seeded[0]}000`
  await post(site, '/login/', { intent: 'send', phone, agreed: agreedVersion }, 1)
  const login = { intent: 'login', phone, code: await codeFor(site, phone), agreed: agreedVersion }
  expect((await post(site, '/login/', login, 1)).status).toBe(303)
  await post(site, '/api/school/questions', { school_id: 1, question: '？', name: `${seeded[1]}0`, phone }, 1)
  const stray = `${phone}${seeded[1]}`
  for (const place of [`/search/?q=${stray}`, `/order/${stray}/`, `/api/schools?q=${stray}`, `/${stray}/`]) {
    await (await fetch(site.url + encodeURI(place))).arrayBuffer()
  }
}

/** What an operator's copy of the running process's folder holds. */
function copyOf(folder: string): string {
  const copy = mkdtempSync(path.join(os.tmpdir(), 'at-rest-copy-'))
  cleanups.push(() => rmSync(copy, { recursive: true, force: true }))
  cpSync(folder, copy, { recursive: true, filter: (file) => !file.endsWith('.sock') })
  return copy
}

async function plant({ pool }: DatabaseConnection): Promise<void> {
  await pool.query('create table planted (name text, phone text)')
  // The record of one row may lie across two pages of the log, with the head of the second inside a text.
  const values = [`${planted[1]}甲`, `${planted[0]}00`]
  await pool.query('insert into planted select $1, $2 from generate_series(1, 3)', values)
  await pool.query('checkpoint')
}

test('after leads through the running site no log, file, dump or copy has personal data', async () => {
  const { dataDir, server, variables } = await place()
  const site = await startProcess(variables)
  cleanups.push(() => site.stop())
  await useSite(site)
  const copy = server === undefined ? copyOf(dataDir) : undefined
  await site.stop()

  const spoken = site.log.filter((line) => line.startsWith('{"msg":"sms",'))
  expect(spoken).toHaveLength(1)
  const log = Buffer.from(site.log.filter((line) => !spoken.includes(line)).join('\n'))
  expect(tracesIn([['spoken', Buffer.from(spoken.join(''))]], seeded)).not.toEqual([])
  expect(tracesIn([['log', log]], seeded)).toEqual([])
  expect(tracesIn(copy === undefined ? [] : filesIn(copy), seeded)).toEqual([])

  const database = server ?? (await connectDatabase({ dataDir }))
  if (server === undefined) cleanups.push(() => database.close())
  const { rows } = await database.pool.query<{ leads: number }>('select count(*)::int as leads from clue')
  expect(z.array(z.object({ leads: z.number() })).parse(rows)).toEqual([{ leads }])
  await plant(database)
  const files = server === undefined ? dataDir : await clusterOf(server)
  const atRest = async (texts: readonly string[]) => [
    ...tracesIn([['dump', await dumpOf(database)]], texts),
    ...tracesIn(filesIn(files), texts),
  ]
  const found = await atRest(planted)
  for (const text of planted) {
    for (const where of [/^dump: /, /base\/.*: /, /pg_wal\/.*: /]) {
      expect(
        found.some((line) => where.test(line) && line.includes(`${text} as UTF-8`)),
        text,
      ).toBe(true)
    }
  }
  expect(await atRest(seeded)).toEqual([])
}, 600_000)
