import { data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import type { City } from '#server/contract/cities.ts'
import { listRankings } from '#server/contract/rankings.ts'
import { apiFor } from '#app/api/client.server.ts'
import { unwrapOrThrow } from '#app/api/unwrap-or-throw.ts'
import { requireCity } from '#app/city/redirects.ts'
import { PrintButton } from '#app/page-parts/print-button.tsx'
import { schoolListPath, topListPath } from '#app/paths.ts'
import { Ranking } from './ranking.tsx'
import { rankingView, type RankingView } from './ranking-view.ts'
import { siteOf } from '#app/root-data.ts'
import { cityText } from '#app/seo/city-texts.server.ts'
import { pageMeta } from '#app/seo/page-meta.ts'
import type { Template } from '#app/seo/template.ts'
import { latestOf } from '#app/seo/structured/baidu-dates.server.ts'
import { breadcrumbList, schoolList } from '#app/seo/structured/lists.server.ts'
import { describePage } from '#app/seo/structured/page-description.server.ts'
import { Breadcrumbs, cityBreadcrumbs } from '#app/ui/breadcrumbs.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { renderedFavourites } from '#app/toggles/favourites-among.server.ts'
import { shouldRevalidateUnlessToggled } from '#app/toggles/toggle-revalidation.ts'

/** Texts of the route `topList`. */
export const topListTemplate: Template = {
  title: '{year}{city}国际学校排名_{city}国际学校榜单',
  keywords: '{city}国际学校排名,{city}国际学校榜单,{city}十大国际学校,{extra1}',
  description: '{year}{city}国际学校榜单,公开评分方法与数据年份:{extra2}等学校的课程、学费与评分。{extra3}',
}

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta(topListTemplate, {
    values: {
      city: data?.city.name,
      extra1: namesOf(data?.rankings).slice(0, 5).join(','),
      extra2: namesOf(data?.rankings).slice(0, 3).join('、'),
      extra3: data?.text,
    },
    canonical: data && data.rankings.length > 0 ? topListPath(data.city) : undefined,
    ...siteOf(matches),
  })

/** Names of schools on the page, for its description, the first ones first. */
function namesOf(rankings: readonly RankingView[] = []): string[] {
  return [...new Set(rankings.flatMap(({ places }) => places.map(({ name }) => name)))]
}

const headingOf = (city: City) => `${city.name}国际学校榜单`
const breadcrumbsOf = (city: City) => cityBreadcrumbs(city, { name: '榜单' })

/** `/toplist/` and `/toplist/{city}/`. */
export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const { city, headers } = requireCity({ context, request }, params.city, topListPath)
  const rankings = await apiFor({ context, request })(listRankings, {}, { city: city.code }).then(
    unwrapOrThrow,
  )
  const places = rankings.items.flatMap((ranking) => ranking.places)
  describePage(context, {
    things: (around) => [
      breadcrumbList(around, breadcrumbsOf(city)),
      ...rankings.items.map((ranking) =>
        schoolList(around, { name: ranking.title, schools: ranking.places.map(({ school }) => school) }),
      ),
    ],
    dates: {
      path: topListPath(city),
      title: headingOf(city),
      updated: latestOf(places.map(({ school }) => school.updated_at)),
    },
  })
  const ids = new Set(places.map(({ school }) => school.id))
  const favourites = await renderedFavourites({ context, request }, [...ids])
  return data(
    { city, text: cityText(city), rankings: rankings.items.map(rankingView), favourites },
    { headers },
  )
}

export const shouldRevalidate = shouldRevalidateUnlessToggled

export default function TopListPage() {
  const { city, text, rankings } = useLoaderData<typeof loader>()
  return (
    <main id="main" className="wrap">
      <Breadcrumbs items={breadcrumbsOf(city)} />
      <h1>{headingOf(city)}</h1>
      <p className="soft">{text}每份榜单写明年份、方法与数据来源。付费的名次一律标“广告”。</p>
      {rankings.length === 0 ? (
        <Notice>
          {city.name}暂无榜单。可以先<a href={schoolListPath(city)}>看{city.name}全部学校</a>。
        </Notice>
      ) : null}
      {rankings.length > 1 ? (
        <nav className="section" aria-label="本页榜单">
          <p className="words">
            {rankings.map(({ anchor, title }) => (
              <a className="word" key={anchor} href={`#${anchor}`}>
                {title}
              </a>
            ))}
            <PrintButton />
          </p>
        </nav>
      ) : null}
      {rankings.map((ranking) => (
        <Ranking key={ranking.anchor} ranking={ranking} />
      ))}
    </main>
  )
}
