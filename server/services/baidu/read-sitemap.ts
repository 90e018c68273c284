import { withTimeLimit } from '#server/services/time-limit.ts'

/** An address of the sitemap and when its content last changed, ISO 8601. */
export type ListedAddress = { address: string; changedAt?: string }

const limitMs = 30_000
const entry = /<(?:url|sitemap)>\s*<loc>([^<]*)<\/loc>(?:\s*<lastmod>([^<]*)<\/lastmod>)?/g

/**
 * Reads all addresses of the site's own sitemap, a part at a time. `site` is where the site answers now, which may be
 * another address than the public one. Rejects when it does not answer.
 */
export async function* readSitemap(site: string, signal: AbortSignal): AsyncGenerator<ListedAddress[]> {
  for (const { address } of await readPart(site, '/sitemap.xml', signal)) {
    yield await readPart(site, new URL(address).pathname, signal)
  }
}

async function readPart(site: string, path: string, signal: AbortSignal): Promise<ListedAddress[]> {
  const response = await fetch(new URL(path, site), {
    redirect: 'error',
    signal: withTimeLimit(signal, limitMs),
  })
  const text = await response.text()
  if (!response.ok || !text.trimEnd().endsWith('>')) throw new Error(`${path}: ${response.status}`)
  return [...text.matchAll(entry)].map(([, address = '', changedAt]) => ({
    address: plain(address),
    ...(changedAt === undefined ? {} : { changedAt }),
  }))
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function plain(text: string): string {
  return text.replace(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => entities[name] ?? '')
}
