import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { pino } from 'pino'
import type { DatabaseConnection } from '#server/db/connect.ts'
import { projectRoot } from '#server/db/project-root.ts'
import { createApi } from '#server/http/create-api.ts'
import { signTicket } from '#server/services/check-ins/sign-ticket.ts'
import { createPairingCode } from '#server/services/check-ins/pairing.ts'
import { createSite } from '#server/site/create-site.ts'
import { readNetworks } from '#server/network/read-networks.ts'
import { createDocuments, pagesOf } from '#server/site/documents.ts'
import { openStaticFiles } from '#server/site/static-files.ts'
import { dependenciesOn, personalOfTests } from '../api/api.ts'
import { storeEvent, storeGuest } from './check-ins.ts'
import { openTestDatabase } from '../database/database.ts'

/** What happens to a request: it is answered, its line is cut before or after it was worked on, or it fails. */
export type Fate = 'answer' | 'cut' | 'lose answer' | 'fail'

/** The built pages over an API on a database of the test, with an event that runs now. */
export type KioskSite = {
  url: string
  database: DatabaseConnection
  event: { id: number; endsAt: Date }
  /** Decides on every request by its path; answers all at first. */
  fate: (pathname: string) => Fate
  /** Added to the name of the service worker's build, as a deployment changes it. */
  build: string
  /** Puts a guest on the list. */
  guest: (more: Parameters<typeof storeGuest>[2]) => ReturnType<typeof storeGuest>
  /** The signed ticket of a code. */
  ticket: (code: string, eventId?: number) => string
  /** A code that pairs one device. */
  pairingCode: (name: string) => Promise<string>
  stop: () => Promise<void>
}

const hourMs = 3_600_000

/** Starts it on a free port. */
export async function startKioskSite(): Promise<KioskSite> {
  const database = await openTestDatabase()
  const endsAt = new Date(Date.now() + 4 * hourMs)
  const startsAt = new Date(Date.now() - hourMs)
  const id = await storeEvent(database, {
    title: '深圳择校嘉年华',
    place: '会展中心 3 号馆',
    startsAt,
    endsAt,
  })
  const event = { id, endsAt }
  const listener = await listenerOn(database)
  const server = createServer((request, response) => serve(site, listener, request, response))
  const site: KioskSite = {
    url: '',
    database,
    event,
    fate: () => 'answer',
    build: '',
    guest: (more) => storeGuest(database, id, more),
    ticket: (code, eventId = id) => signTicket(personalOfTests, { ...event, id: eventId }, code),
    async pairingCode(name) {
      const needs = { db: database.db, personal: personalOfTests }
      const offer = await createPairingCode(needs, { eventId: id, name, now: new Date() })
      if (offer === undefined) throw new Error(`the name ${name} is in use`)
      return offer.code
    },
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await database.close()
    },
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('a TCP server has a port')
  site.url = `http://127.0.0.1:${address.port}`
  return site
}

type Listener = (request: IncomingMessage, response: ServerResponse) => unknown

async function listenerOn(database: DatabaseConnection): Promise<Listener> {
  const build = path.join(projectRoot(), 'build')
  const api = createApi(dependenciesOn(database, { now: () => new Date() }))
  const fetchApi = async (request: Request) => api.fetch(request)
  return createSite({
    hosts: new Set(['127.0.0.1']),
    trustProxy: readNetworks('TRUST_PROXY', []),
    files: await openStaticFiles(path.join(build, 'client')),
    pages: createDocuments({
      build: pagesOf(await import(pathToFileURL(path.join(build, 'server/index.js')).href)),
      fetchApi,
      site: { name: '测试站' },
      publicOrigin: undefined,
      pageSecret: 'of-a-test',
      log: pino({ level: 'silent' }),
    }).render,
    fetchApi,
    ready: async () => true,
  })
}

function serve(
  site: KioskSite,
  listener: Listener,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const [pathname = ''] = (request.url ?? '').split('?', 1)
  const fate = site.fate(pathname)
  if (fate === 'cut') {
    request.socket.destroy()
  } else if (fate === 'fail') {
    response.writeHead(500, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ code: 1500, message: '服务器错误', data: null }))
  } else if (pathname === '/kiosk-worker.js') {
    void sendWorker(site.build, response)
  } else {
    if (fate === 'lose answer') {
      response.writeHead = () => {
        request.socket.destroy()
        return response
      }
    }
    // Node would write the machine's time; a kiosk sets its clock by it.
    if (pathname.startsWith('/api/')) response.setHeader('date', new Date().toUTCString())
    listener(request, response)
  }
}

/** The worker as the named build would have it. */
async function sendWorker(build: string, response: ServerResponse): Promise<void> {
  const text = await readFile(path.join(projectRoot(), 'build/client/kiosk-worker.js'), 'utf8')
  response.writeHead(200, { 'content-type': 'text/javascript; charset=utf-8' })
  response.end(text.replace('{"id":"', `{"id":"${build}`))
}
