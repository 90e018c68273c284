import type { LoaderFunctionArgs } from '@remix-run/node'
import {
  addressKinds,
  type AddressKind,
  listAddresses,
  listAddressParts,
  listPlaces,
} from '#server/contract/articles/addresses.ts'
import { type Api, apiFor } from '#app/api/client.server.ts'
import { unwrapOrThrow } from '#app/api/unwrap-or-throw.ts'
import { fileResponse } from '#app/seo/file-response.server.ts'
import { originOf } from '#app/seo/origin.server.ts'
import { xmlText } from '#app/seo/xml.ts'
import { latestOf } from '#app/seo/moments.server.ts'
import { type SitemapUrl, sitemapUrlsOf, smallSitemapUrls, smallKinds } from './sitemap-urls.server.ts'

const everywhere = { city: 'all' }

/** One sitemap file: its last change, and its URLs in chunks. */
type Part = { changed?: string | undefined; rows: number; pieces: () => AsyncIterable<readonly SitemapUrl[]> }

/** `/sitemap/{kind}.xml` and `/sitemap/{kind}-{part}.xml`: URLs with the day of their last change, streamed. */
export async function loader({ context, params, request }: LoaderFunctionArgs): Promise<Response> {
  const name = /^([a-z-]+?)(?:-([1-9]\d{0,5}))?\.xml$/.exec(params.part ?? '')
  const api = apiFor({ context, request })
  const part =
    name === null
      ? undefined
      : await findPart(api, name[1], { number: name[2], isAdvised: context.site?.advisors !== undefined })
  if (part === undefined) return new Response('没有这一份网站地图', { status: 404 })
  const origin = originOf({ context, request })
  return fileResponse(request, {
    type: 'application/xml; charset=utf-8',
    changed: part.changed,
    version: ['1', origin, params.part, part.changed, part.rows],
    body: () => streamOf(sitemap(origin, part.pieces())),
  })
}

async function findPart(
  api: Api,
  name = '',
  { number, isAdvised }: { number: string | undefined; isAdvised: boolean },
): Promise<Part | undefined> {
  const small = smallKinds.find((kind) => kind === name)
  if (small !== undefined && number === undefined) {
    const places = unwrapOrThrow(await api(listPlaces, {}, everywhere))
    const addresses = smallSitemapUrls(small, places, isAdvised)
    return {
      changed: latestOf(addresses.map(({ changed }) => changed)),
      rows: addresses.length,
      pieces: async function* () {
        yield addresses
      },
    }
  }
  const kind = addressKinds.find((each) => each === name)
  if (kind === undefined || number === undefined) return undefined
  const parts = unwrapOrThrow(await api(listAddressParts, { kind }, everywhere))
  const found = parts.find((each) => each.part === Number(number))
  if (found === undefined) return undefined
  return { changed: found.changed_at, rows: found.rows, pieces: () => readPart(api, kind, found.part) }
}

async function* readPart(api: Api, kind: AddressKind, part: number): AsyncIterable<readonly SitemapUrl[]> {
  for (let after: number | undefined = 0; after !== undefined;) {
    const { items, next }: { items: Parameters<typeof sitemapUrlsOf>[1][]; next?: number | undefined } =
      unwrapOrThrow(await api(listAddresses, { kind, part, after }, everywhere))
    yield items.flatMap((row) => sitemapUrlsOf(kind, row))
    after = next
  }
}

async function* sitemap(
  origin: string,
  pieces: AsyncIterable<readonly SitemapUrl[]>,
): AsyncGenerator<string> {
  yield '<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n'
  for await (const piece of pieces) {
    yield piece
      .map(({ path, changed }) => {
        const since = changed === undefined ? '' : `<lastmod>${changed}</lastmod>`
        return `<url><loc>${xmlText(origin + path)}</loc>${since}</url>\n`
      })
      .join('')
  }
  yield '</urlset>\n'
}

/** A stream with backpressure: one chunk is in memory at a time. */
function streamOf(texts: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await texts.next()
      if (done === true) controller.close()
      else if (value !== '') controller.enqueue(encoder.encode(value))
    },
    async cancel() {
      await texts.return(undefined)
    },
  })
}
