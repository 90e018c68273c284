import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { connectDatabase, type DatabaseConnection } from '#server/db/connect.ts'
import { migrate } from '#server/db/migrate.ts'
import { clue } from '#server/db/schema/index.ts'
import { loadSample } from '#server/sample/content/load.ts'
import { phoneAgent } from '#tests/support/browser/browser.ts'
import { openEdgeClient, type EdgeClient } from '#tests/support/site/edge-client.ts'
import { startKillableSite, type KillableSite } from '#tests/support/site/killable-site.ts'
import { accepted } from '#tests/support/leads/leads.ts'
import { findNginx, startNginx, type Nginx } from '#tests/support/site/nginx.ts'
import { freePort } from '#tests/support/database/postgres.ts'
import { makeServerDatabase } from '#tests/support/database/server-database.ts'

const program = findNginx()
const rounds = process.env['PROVE'] === '1' ? 20 : 2
/** The readers, each by the page it begins with. */
const readers = [0, 1, 2, 3]
/** Longer than nginx leaves a process out that was gone, in ms. */
const backAfterMs = 1500

let database: { url: string; drop: () => Promise<void> }
let connection: DatabaseConnection
let nginx: Nginx
let client: EdgeClient
let ports: number[] = []
let sites: KillableSite[] = []
let school = 0

beforeAll(async () => {
  if (program === undefined) return
  database = await makeServerDatabase()
  connection = await connectDatabase({ databaseUrl: database.url, dataDir: '' })
  await migrate(connection)
  await loadSample(connection, { schools: 7, log: { info: () => undefined } })
  const { rows } = await connection.pool.query<{ id: number }>('select id from school limit 1')
  school = rows[0]?.id ?? 0
  ports = [await freePort(), await freePort()]
  sites = await Promise.all(ports.map(start))
  nginx = await startNginx(program, ports)
  client = openEdgeClient(nginx)
})
afterAll(async () => {
  client?.close()
  await nginx?.stop()
  await Promise.all(sites.map((site) => site.kill('family').catch(() => undefined)))
  await connection?.close()
  await database?.drop()
})

function start(port: number): Promise<KillableSite> {
  return startKillableSite({
    PORT: String(port),
    DATABASE_URL: database.url,
    DATA_KEY: Buffer.alloc(32, 7).toString('base64'),
    TRUST_PROXY: 'loopback',
  })
}

/** What a killed process had begun to send, nobody else can finish. Where nothing has come yet, another must answer. */
const brokeOff = /^Error: (?:aborted|.*: the answer broke off)$/

/**
 * Traffic until it is told to end: readers, and senders of leads. Retrying, readers ask once more for an answer that broke
 * off after it had begun, and senders until they have an acknowledgement.
 */
function startTraffic({ retrying }: { retrying: boolean }) {
  const over = new AbortController()
  const failures: string[] = []
  const references: string[] = []
  let answers = 0
  let brokenOff = 0
  const pages = [
    '/',
    '/schoollist/shenzhen/',
    '/aboutus/',
    `/school/${school}/`,
    '/api/schools?city_code=4403',
  ]
  const reader = async (first: number): Promise<void> => {
    for (let at = first; !over.signal.aborted; at += 1) {
      const address = pages[at % pages.length] ?? '/'
      const read = () => client.send(address, { headers: { 'user-agent': phoneAgent } })
      const again = (error: unknown) => {
        if (!retrying || !brokeOff.test(String(error))) throw error
        brokenOff += 1
        return read()
      }
      const said = await read()
        .catch(again)
        .then(({ status }) => String(status), String)
      answers += 1
      if (said !== '200') failures.push(`GET ${address}: ${said}`)
      await wait(5)
    }
  }
  const sender = async (which: number): Promise<void> => {
    for (let at = 0; !over.signal.aborted; at += 1) {
      const number = which * 10_000 + at
      const key = `lead ${retrying} number ${number}`
      for (;;) {
        const text = await sendLead(number, key).catch(String)
        const envelope = lead.safeParse(text)
        if (envelope.success) references.push(envelope.data)
        else if (retrying) {
          await wait(50)
          continue
        } else failures.push(`POST: ${text}`)
        break
      }
      await wait(10)
    }
  }
  const all = Promise.all([...readers.map(reader), ...[1, 2, 3].map(sender)])
  return {
    references,
    async end() {
      over.abort()
      await all
      return { failures, brokenOff, answers: answers + references.length }
    },
  }
}

/** The reference in an acknowledgement. */
const lead = z.string().transform((text, context) => {
  try {
    return z.object({ code: z.literal(1000), data: accepted }).parse(JSON.parse(text)).data.reference
  } catch {
    context.addIssue('no acknowledgement')
    return z.NEVER
  }
})

async function sendLead(number: number, key: string): Promise<string> {
  const phone = `137${String(number).padStart(8, '0')}`
  const body = JSON.stringify({ name: '王小明', phone, city_code: '4403', consent_contact: 1 })
  const headers = { 'content-type': 'application/json', 'idempotency-key': key }
  return (await client.send('/api/clue', { body, headers })).body.toString()
}

/** Ends one process after the other in turn by a signal and starts it again. */
async function restartInTurn(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    const which = round % 2
    await wait(Math.random() * 300)
    await sites[which]?.kill('family', signal)
    sites[which] = await start(ports[which] ?? 0)
    await wait(backAfterMs)
  }
}

test.skipIf(program === undefined)(
  'restarted one after the other behind nginx, two processes fail no request',
  async () => {
    const traffic = startTraffic({ retrying: false })
    await restartInTurn('SIGTERM')
    const { failures, answers } = await traffic.end()
    console.log(`${rounds} SIGTERMs: ${answers} answers, ${failures.length} failures`)
    expect(failures).toEqual([])
  },
)

test.skipIf(program === undefined)(
  'killed one after the other behind nginx, two processes turn no reader away and lose nothing acknowledged',
  async () => {
    const traffic = startTraffic({ retrying: true })
    await restartInTurn('SIGKILL')
    const { failures, brokenOff, answers } = await traffic.end()
    console.log(`${rounds} SIGKILLs: ${answers} answers, ${failures.length} failures, ${brokenOff} broke off`)
    expect(failures).toEqual([])
    expect(brokenOff).toBeLessThanOrEqual(rounds * readers.length)
    const stored = await connection.db.select({ reference: clue.reference }).from(clue)
    const storedReferences = new Set(stored.map(({ reference }) => reference))
    expect(traffic.references.filter((reference) => !storedReferences.has(reference))).toEqual([])
    expect(new Set(traffic.references).size).toBe(traffic.references.length)
  },
)
