import { failureOfStatus, type Upstream } from '#server/services/upstream.ts'

/** An address of the sitemap and when its content last changed, ISO 8601. */
export type ListedAddress = { address: string; changedAt?: string }

const entry = /<(?:url|sitemap)>\s*<loc>([^<]*)<\/loc>(?:\s*<lastmod>([^<]*)<\/lastmod>)?/g

/**
 * Reads all addresses of the site's own sitemap, a part at a time. `site` is where the site answers now, which may be
 * another address than the public one, `call` the way to it. Rejects when it does not answer.
 */
export async function* readSitemap(
  site: string,
  call: Upstream,
  signal: AbortSignal,
): AsyncGenerator<ListedAddress[]> {
  const read = (path: string) => call((inTime) => readPart(site, path, inTime), { signal })
  for (const { address } of await read('/sitemap.xml')) yield await read(new URL(address).pathname)
}

async function readPart(site: string, path: string, signal: AbortSignal): Promise<ListedAddress[]> {
  const response = await fetch(new URL(path, site), { redirect: 'error', signal })
  const text = await response.text()
  if (!response.ok || !text.trimEnd().endsWith('>')) {
    throw failureOfStatus(response.status, `${path}: ${response.status}`)
  }
  return [...text.matchAll(entry)].map(([, address = '', changedAt]) => ({
    address: plain(address),
    ...(changedAt === undefined ? {} : { changedAt }),
  }))
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function plain(text: string): string {
  return text.replace(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => entities[name] ?? '')
}
