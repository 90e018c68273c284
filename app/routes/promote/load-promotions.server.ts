import type { City } from '#server/contract/cities.ts'
import { listPromotions } from '#server/contract/articles/articles.ts'
import { listSchools } from '#server/contract/schools/schools.ts'
import { articleParts } from '#app/articles/article-parts.server.ts'
import { apiFor } from '#app/api/client.server.ts'
import { unwrapOrThrow } from '#app/api/unwrap-or-throw.ts'
import type { Caller } from '#app/load-context.ts'
import { latestOf } from '#app/seo/moments.server.ts'
import { schoolCardView } from '#app/schools/school-card-view.ts'
import { nonBreakingUnits } from '#app/ui/text/non-breaking-units.server.ts'

/** Loads a city's promotions and schools that admit pupils. */
export async function loadPromotions(caller: Caller, city: City) {
  const api = apiFor(caller)
  const at = { city: city.code }
  const [promotions, schools] = await Promise.all([
    api(listPromotions, {}, at).then(unwrapOrThrow),
    api(listSchools, { page_size: 9 }, at).then(unwrapOrThrow),
  ])
  const open = schools.items.filter(({ state }) => state === 'open').slice(0, 6)
  const moments = [...promotions.items, ...open].map(({ updated_at }) => updated_at)
  return {
    /** Last change of the page's content. */
    updated: latestOf(moments),
    names: open.slice(0, 5).map(({ name }) => name),
    promotions: promotions.items.map(({ slug, title, summary, picture, paid, school, ...text }) => ({
      slug,
      title: nonBreakingUnits(title),
      parts: articleParts(text),
      paid,
      ...(summary === undefined ? {} : { summary }),
      ...(picture === undefined ? {} : { picture }),
      ...(school === undefined ? {} : { school }),
    })),
    schools: open.map((school) => schoolCardView(school)),
  }
}

/** View model of a promotion. */
export type PromotionView = Awaited<ReturnType<typeof loadPromotions>>['promotions'][number]
