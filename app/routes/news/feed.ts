import type { LoaderFunctionArgs } from '@remix-run/node'
import { cityOfSlug, type City } from '#server/contract/cities.ts'
import { listNews } from '#server/contract/articles/articles.ts'
import { apiFor } from '#app/api/client.server.ts'
import { unwrapOrThrow } from '#app/api/unwrap-or-throw.ts'
import { newsFeedPath, newsListPath, newsPath } from '#app/paths.ts'
import { fileResponse } from '#app/seo/file-response.server.ts'
import { defaultSiteName } from '#app/root-data.ts'
import { originOf } from '#app/seo/origin.server.ts'
import { xmlText } from '#app/seo/xml.ts'
import { latestOf } from '#app/seo/moments.server.ts'

/** `/news/{city}/feed.xml`: the latest news of a city as an Atom feed. */
export async function loader({ context, params, request }: LoaderFunctionArgs): Promise<Response> {
  const city = cityOfSlug(params.city ?? '')
  if (city === undefined) return new Response('没有这个城市', { status: 404 })
  const list = unwrapOrThrow(
    await apiFor({ context, request })(listNews, { page_size: 30 }, { city: city.code }),
  )
  const origin = originOf({ context, request })
  const siteName = context.site?.name ?? defaultSiteName
  const changed = latestOf(list.items.map(({ updated_at }) => updated_at))
  const feed = { city, origin, siteName, changed: changed ?? '1970-01-01T00:00:00.000Z' }
  const text = atom(feed, list.items)
  return fileResponse(request, {
    type: 'application/atom+xml; charset=utf-8',
    changed,
    version: [text],
    body: () => text,
  })
}

type Feed = { city: City; origin: string; siteName: string; changed: string }
type Item = {
  id: number
  title: string
  summary?: string | undefined
  source?: string | undefined
  published_at: string
  updated_at: string
}

/** Formats an Atom feed (RFC 4287); ids are URLs, which never change. */
function atom({ city, origin, siteName, changed }: Feed, items: readonly Item[]): string {
  const link = (rel: string, path: string, type: string) =>
    `<link rel="${rel}" type="${type}" href="${xmlText(origin + path)}"/>`
  const entries = items.map(({ id, title, summary, source, published_at, updated_at }) =>
    [
      '<entry>',
      `<id>${xmlText(origin + newsPath(id))}</id>`,
      `<title>${xmlText(title)}</title>`,
      link('alternate', newsPath(id), 'text/html'),
      `<published>${published_at}</published><updated>${updated_at}</updated>`,
      ...(source === undefined ? [] : [`<author><name>${xmlText(source)}</name></author>`]),
      ...(summary === undefined ? [] : [`<summary>${xmlText(summary)}</summary>`]),
      '</entry>',
    ].join('\n'),
  )
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="zh-CN">',
    `<id>${xmlText(origin + newsFeedPath(city))}</id>`,
    `<title>${xmlText(`${city.name}国际学校资讯_${siteName}`)}</title>`,
    `<updated>${changed}</updated>`,
    `<author><name>${xmlText(siteName)}</name></author>`,
    link('self', newsFeedPath(city), 'application/atom+xml'),
    link('alternate', newsListPath(city), 'text/html'),
    ...entries,
    '</feed>\n',
  ].join('\n')
}
