import type { checkInDetailPath } from '#server/contract/check-ins/check-in-paths.ts'
import type { activateMessage } from './worker-messages.ts'

/**
 * The service worker of the check-in pages. It caches the page, files and headers of one build together, so that a
 * kiosk starts without a network and never mixes two builds. The build inserts `KIOSK_BUILD`, its list of files.
 */

declare const KIOSK_BUILD: { id: string; entry: string; files: string[] }

type Extendable = Event & { waitUntil: (work: Promise<unknown>) => void }
type Fetching = Extendable & { request: Request; respondWith: (answer: Promise<Response>) => void }
type Messaging = Extendable & { data: unknown }
type Events = { install: Extendable; activate: Extendable; fetch: Fetching; message: Messaging }

/** The parts of a service worker's global scope that are used here; TypeScript's DOM types do not have them. */
export type WorkerScope = {
  addEventListener: <Name extends keyof Events>(name: Name, listener: (event: Events[Name]) => void) => void
  skipWaiting: () => Promise<void>
  registration: { scope: string }
  clients: { claim: () => Promise<void> }
  location: { origin: string }
}

declare const self: WorkerScope

/*
 * A classic service worker cannot import modules, and a shared one would become a chunk of its own: these values are
 * repeated here and checked by their types.
 */
const detailPath: typeof checkInDetailPath = '/signdetail/'
const activate: typeof activateMessage = 'take-over'

const { id, entry, files } = KIOSK_BUILD
/** The page of this registration; each has a cache of its own, so that none deletes another's. */
const page = new URL(self.registration.scope).pathname
const cacheName = `kiosk-${id}${page}`

self.addEventListener('install', (event) => event.waitUntil(cacheBuild()))

// Controls the page that installed it at once, so that a next version waits for that page too.
self.addEventListener('activate', (event) => {
  event.waitUntil(deleteOtherCaches().then(() => self.clients.claim()))
})

/** Skips waiting only when a page asks for it: pages do so while nothing is unsaved. */
self.addEventListener('message', (event) => {
  if (event.data === activate) event.waitUntil(self.skipWaiting())
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname, searchParams } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin) return
  if (files.includes(pathname)) return event.respondWith(cacheFirst(pathname, request))
  if (request.mode !== 'navigate' || pathname !== page || searchParams.has('plain')) return
  event.respondWith(page === detailPath ? networkFirst(request) : cacheFirst(page, request))
})

/** Caches all files and the page of this build; when one is missing or of another build, nothing stays cached. */
async function cacheBuild(): Promise<void> {
  const cache = await caches.open(cacheName)
  try {
    await Promise.all(files.map(async (file) => cache.put(file, await fetchUncached(file))))
    await cachePage(cache)
  } catch (error) {
    await caches.delete(cacheName)
    throw error
  }
}

async function cachePage(cache: Cache): Promise<void> {
  const answer = await fetchUncached(`${page}?shell=1`)
  const html = await answer.clone().text()
  if (!html.includes(entry)) throw new Error(`${page} is of another build`)
  await cache.put(page, answer)
}

async function fetchUncached(address: string): Promise<Response> {
  const answer = await fetch(address, { cache: 'reload', credentials: 'omit' })
  if (!answer.ok || answer.redirected) throw new Error(`${address}: ${answer.status}`)
  return answer
}

async function deleteOtherCaches(): Promise<void> {
  const names = await caches.keys()
  const old = names.filter((name) => name.startsWith('kiosk-') && name.endsWith(page) && name !== cacheName)
  await Promise.all(old.map((name) => caches.delete(name)))
}

async function cacheFirst(address: string, request: Request): Promise<Response> {
  const cache = await caches.open(cacheName)
  return (await cache.match(address)) ?? fetch(request)
}

/** A check-in's details come from the server; without a network the cached page says so. */
async function networkFirst(request: Request): Promise<Response> {
  try {
    return await fetch(request)
  } catch {
    return cacheFirst(page, request)
  }
}
