import type { LoaderFunctionArgs } from '@remix-run/node'
import { addressKinds, listAddressParts, listPlaces } from '#server/contract/articles/addresses.ts'
import { apiFor } from '#app/api/client.server.ts'
import { unwrapOrThrow } from '#app/api/unwrap-or-throw.ts'
import { fileResponse } from '#app/seo/file-response.server.ts'
import { originOf } from '#app/seo/origin.server.ts'
import { xmlText } from '#app/seo/xml.ts'
import { latestOf } from '#app/seo/moments.server.ts'
import { smallSitemapUrls, smallKinds } from './sitemap-urls.server.ts'

/** `/sitemap.xml`: the parts of the sitemap, by kind and at most 50,000 addresses each. */
export async function loader({ context, request }: LoaderFunctionArgs): Promise<Response> {
  const api = apiFor({ context, request })
  const everywhere = { city: 'all' }
  const places = unwrapOrThrow(await api(listPlaces, {}, everywhere))
  // One call for each kind: with very many rows a single one would exceed the time limit of calls.
  const large = []
  for (const kind of addressKinds)
    large.push(...unwrapOrThrow(await api(listAddressParts, { kind }, everywhere)))
  const small = smallKinds
    .map((kind) => ({
      kind,
      addresses: smallSitemapUrls(kind, places, context.site?.advisors !== undefined),
    }))
    .filter(({ addresses }) => addresses.length > 0)
  const parts = [
    ...small.map(({ kind, addresses }) => ({
      name: kind,
      changed: latestOf(addresses.map(({ changed }) => changed)),
      rows: addresses.length,
    })),
    ...large.map(({ kind, part, rows, changed_at }) => ({
      name: `${kind}-${part}`,
      changed: changed_at,
      rows,
    })),
  ]
  const origin = originOf({ context, request })
  return fileResponse(request, {
    type: 'application/xml; charset=utf-8',
    changed: latestOf(parts.map(({ changed }) => changed)),
    version: ['1', origin, ...parts.flatMap(({ name, changed, rows }) => [name, changed, rows])],
    body: () =>
      [
        '<?xml version="1.0" encoding="UTF-8"?>',
        '<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
        ...parts.map(({ name, changed }) => {
          const since = changed === undefined ? '' : `<lastmod>${changed}</lastmod>`
          return `<sitemap><loc>${xmlText(`${origin}/sitemap/${name}.xml`)}</loc>${since}</sitemap>`
        }),
        '</sitemapindex>\n',
      ].join('\n'),
  })
}
