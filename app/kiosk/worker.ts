/**
 * The service worker of the check-in pages. It keeps the pages, files and headers of one build together, so that a
 * kiosk starts without a network and never sees half of a new version. The build writes its list of files in.
 */

declare const KIOSK_BUILD: { id: string; entry: string; files: string[] }

type Extendable = Event & { waitUntil: (work: Promise<unknown>) => void }
type Fetching = Extendable & { request: Request; respondWith: (answer: Promise<Response>) => void }
type Messaging = Extendable & { data: unknown }
type Events = { install: Extendable; activate: Extendable; fetch: Fetching; message: Messaging }

/** The parts of a worker's scope that are used here; the types of the page's own scope do not know them. */
export type WorkerScope = {
  addEventListener: <Name extends keyof Events>(name: Name, listener: (event: Events[Name]) => void) => void
  skipWaiting: () => Promise<void>
  registration: { scope: string }
  clients: { claim: () => Promise<void> }
  location: { origin: string }
}

declare const self: WorkerScope

const { id, entry, files } = KIOSK_BUILD
/** The page that this registration serves; each has a cache of its own, so that none empties another's. */
const page = new URL(self.registration.scope).pathname
const cacheName = `kiosk-${id}${page}`

self.addEventListener('install', (event) => event.waitUntil(keepBuild()))

// The page that installed it is its own from now on: a next version waits for that page too.
self.addEventListener('activate', (event) => {
  event.waitUntil(dropOtherBuilds().then(() => self.clients.claim()))
})

/** A page asks for the new version once nothing waits on it; never before. */
self.addEventListener('message', (event) => {
  if (event.data === 'take-over') event.waitUntil(self.skipWaiting())
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname, searchParams } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin) return
  if (files.includes(pathname)) return event.respondWith(kept(pathname, request))
  if (request.mode !== 'navigate' || pathname !== page || searchParams.has('plain')) return
  event.respondWith(page === '/signdetail/' ? detail(request) : kept(page, request))
})

/** Fetches everything of this build anew; one page of another build, or one file missing, and nothing is kept. */
async function keepBuild(): Promise<void> {
  const cache = await caches.open(cacheName)
  try {
    await Promise.all(files.map(async (file) => cache.put(file, await fresh(file))))
    await keepPage(cache)
  } catch (error) {
    await caches.delete(cacheName)
    throw error
  }
}

async function keepPage(cache: Cache): Promise<void> {
  const answer = await fresh(`${page}?shell=1`)
  const html = await answer.clone().text()
  if (!html.includes(entry)) throw new Error(`${page} is of another build`)
  await cache.put(page, answer)
}

async function fresh(address: string): Promise<Response> {
  const answer = await fetch(address, { cache: 'reload', credentials: 'omit' })
  if (!answer.ok || answer.redirected) throw new Error(`${address}: ${answer.status}`)
  return answer
}

async function dropOtherBuilds(): Promise<void> {
  const names = await caches.keys()
  const old = names.filter((name) => name.startsWith('kiosk-') && name.endsWith(page) && name !== cacheName)
  await Promise.all(old.map((name) => caches.delete(name)))
}

async function kept(address: string, request: Request): Promise<Response> {
  const cache = await caches.open(cacheName)
  return (await cache.match(address)) ?? fetch(request)
}

/** A check-in's page is the server's; without a network the page that says so stands in. */
async function detail(request: Request): Promise<Response> {
  try {
    return await fetch(request)
  } catch {
    return kept(page, request)
  }
}
