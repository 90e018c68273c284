import type { City } from '#server/contract/cities.ts'
import { getPlanning, listPlannings } from '#server/contract/articles/articles.ts'
import { articleParts } from '#app/articles/article-parts.server.ts'
import { apiFor } from '#app/api/client.server.ts'
import { orNotFound, unwrapOrThrow } from '#app/api/unwrap-or-throw.ts'
import type { Caller } from '#app/load-context.ts'
import { notFound } from '#app/require-id.ts'
import { nonBreakingUnits } from '#app/ui/text/non-breaking-units.server.ts'

/** Loads a city's planning articles without their texts, its own before those for every city. */
export async function loadTopics(caller: Caller, city: City) {
  const list = unwrapOrThrow(await apiFor(caller)(listPlannings, { page_size: 50 }, { city: city.code }))
  const isOwn = (item: { city_code?: string | undefined }) => item.city_code !== undefined
  return [...list.items.filter(isOwn), ...list.items.filter((item) => !isOwn(item))].map((item) => ({
    slug: item.slug,
    title: nonBreakingUnits(item.title),
    own: isOwn(item),
    ...(item.summary === undefined ? {} : { summary: item.summary }),
    ...(item.picture === undefined ? {} : { picture: item.picture }),
  }))
}

/** View model of a planning article in the overview. */
export type Topic = Awaited<ReturnType<typeof loadTopics>>[number]

/** View model of a planning article. */
export type ArticleData = Awaited<ReturnType<typeof loadArticle>>

/** Loads one planning article; throws 404 for one that the city does not have. */
export async function loadArticle(caller: Caller, city: City, key: string) {
  if (!/^[\p{L}\p{N}][\p{L}\p{N}_-]{0,63}$/u.test(key)) throw notFound('没有这篇规划')
  const reply = await apiFor(caller)(getPlanning, { key }, { city: city.code })
  const { body, parts, ...article } = orNotFound(reply, '没有这篇规划')
  return { ...article, title: nonBreakingUnits(article.title), parts: articleParts({ body, parts }) }
}
