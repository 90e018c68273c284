import type { City } from '#server/contract/cities.ts'
import { listNews } from '#server/contract/articles/articles.ts'
import { listBanners } from '#server/contract/articles/banners.ts'
import { listOpenDays } from '#server/contract/open-days.ts'
import { listRankings } from '#server/contract/schools/rankings.ts'
import { hasChild } from '#server/contract/child/child-query.ts'
import { facetGaps } from '#server/contract/schools/facet-texts.ts'
import { listCategories, listSchools } from '#server/contract/schools/schools.ts'
import { apiFor } from '#app/api/client.server.ts'
import { unwrapOrThrow } from '#app/api/unwrap-or-throw.ts'
import { orDeferred, optionalPart } from '#app/page-parts/optional-part.server.ts'
import type { Caller } from '#app/load-context.ts'
import { homePath } from '#app/paths.ts'
import { rowsOrUndefined } from '#app/page-parts/rows-or-undefined.server.ts'
import { latestOf } from '#app/seo/moments.server.ts'
import { schoolList } from '#app/seo/structured/lists.server.ts'
import { describePage } from '#app/seo/structured/page-description.server.ts'
import { operator, webSite } from '#app/seo/structured/site.server.ts'
import { cardForChild } from '#app/schools/card-for-child.server.ts'
import { placeLabel, readChild } from '#app/child/read-child.server.ts'
import { startsOf } from '#app/child/starts-of.server.ts'
import { newsCardView } from '#app/articles/news-card-view.ts'
import { toldFacets } from '#app/schools/told-facets.server.ts'
import { deferredRanking } from './deferred-ranking.server.ts'
import { openDayPreview } from './open-day-preview.ts'

/** Loads a city's home page: schools awaited; ranking, open days and news deferred. */
export async function loadHome(caller: Caller, city: City) {
  const child = readChild(new URL(caller.request.url).searchParams)
  const api = apiFor(caller)
  const at = { city: city.code }
  const ranking = deferredRanking(api(listRankings, { page_size: 1 }, at), caller)
  const openDays = rowsOrUndefined(
    api(listOpenDays, { state: 'open', page_size: 4 }, at),
    openDayPreview,
    caller,
  )
  const news = rowsOrUndefined(api(listNews, { page_size: 3 }, at), newsCardView, caller)
  const ofCity = api(listSchools, { page_size: 6 }, at)
  const [banners, categories, schools, shown] = await Promise.all([
    orDeferred(optionalPart(api(listBanners, { place: 'home' }, at), caller), caller),
    api(listCategories, {}, at).then(unwrapOrThrow),
    ofCity.then(unwrapOrThrow),
    (hasChild(child) ? api(listSchools, { page_size: 6, ...child }, at) : ofCity).then(unwrapOrThrow),
  ])
  const place = placeLabel(child, city.code)
  const cards = shown.items.map((school) => cardForChild(school, place))
  const { total, facets, unknown = {}, stale = {} } = schools
  const stageGaps = unknown.stage === undefined ? undefined : facetGaps('stage', unknown.stage, stale.stage)
  describePage(caller.context, {
    things: (around) => [
      webSite(around),
      operator(around),
      schoolList(around, { name: `${city.name}学校`, schools: schools.items }),
    ],
    dates: {
      path: homePath(city),
      title: `${city.name}择校`,
      updated: latestOf(schools.items.map(({ updated_at }) => updated_at)),
    },
  })
  return {
    city,
    // Banners are left out when they come late.
    banners: banners !== undefined && 'items' in banners ? banners.items : [],
    categories,
    places: hasChild(child) ? [] : startsOf(city, child),
    schools: { total, cards, fees: facets.fee, unknown, stale, stageGaps, told: toldFacets(schools) },
    ranking,
    openDays,
    news,
  }
}

/** Loader data of the home page. */
export type HomeData = Awaited<ReturnType<typeof loadHome>>
