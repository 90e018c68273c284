import { failureOfStatus, type Upstream } from '#server/services/upstream.ts'

/** An address of the sitemap and the time of its last change, ISO 8601. */
export type ListedAddress = { address: string; changedAt?: string }

const entry = /<(?:url|sitemap)>\s*<loc>([^<]*)<\/loc>(?:\s*<lastmod>([^<]*)<\/lastmod>)?/g

/**
 * Reads all addresses of the site's own sitemap, part by part. `site`: the origin to call, which may differ from the
 * public one; `call`: the upstream to call it with. Rejects when the site does not respond.
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
