import { data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import type { City } from '#server/contract/cities.ts'
import { requireCity } from '#app/city/redirects.ts'
import { PrintButton } from '#app/page-parts/print-button.tsx'
import { rankingListPath, schoolListPath, topListPath } from '#app/paths.ts'
import { loadRankings } from './load-rankings.server.ts'
import { FoldedRanking, Ranking } from './ranking.tsx'
import type { RankingView } from './ranking-view.ts'
import { rankingBreadcrumbs, WholeRankingPage } from './whole-ranking.tsx'
import { ReportError } from '#app/schools/report-error.tsx'
import { ShareButton } from '#app/share/share-button.tsx'
import { siteOf } from '#app/root-data.ts'
import { pageMeta } from '#app/seo/page-meta.ts'
import type { Template } from '#app/seo/template.ts'
import { latestOf } from '#app/seo/moments.server.ts'
import { breadcrumbList, schoolList } from '#app/seo/structured/lists.server.ts'
import { describePage } from '#app/seo/structured/page-description.server.ts'
import { Breadcrumbs, cityBreadcrumbs } from '#app/ui/breadcrumbs.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { renderedFavourites } from '#app/toggles/favourites-among.server.ts'

/** Texts of the route `topList`. */
export const topListTemplate: Template = {
  title: '{year}{city}国际学校排名_{city}国际学校榜单',
  keywords: '{city}国际学校排名,{city}国际学校榜单,{city}十大国际学校,{extra1}',
  description: '{year}{city}国际学校榜单{extra2}。',
}

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => {
  const whole = data?.whole
  const names = namesOf(whole === undefined ? data?.rankings : [whole.ranking])
  const template =
    whole === undefined
      ? topListTemplate
      : { ...topListTemplate, title: `${whole.ranking.title}_${topListTemplate.title}` }
  return pageMeta(template, {
    values: {
      city: data?.city.name,
      extra1: names.slice(0, 5).join(','),
      extra2: names.length === 0 ? '' : `:${names.slice(0, 3).join('、')}等学校`,
    },
    canonical: data && names.length > 0 ? topListPath(data.city) : undefined,
    // One list is a part of the page of all; an order by a visitor's weights is nobody else's.
    isUnlisted: whole !== undefined && (whole.isWeighed || whole.problem !== undefined),
    ...siteOf(matches),
  })
}

/** Names of schools on the page, for its description, the first ones first. */
function namesOf(rankings: readonly RankingView[] = []): string[] {
  return [...new Set(rankings.flatMap(({ places }) => places.map(({ name }) => name)))]
}

/** The title of a ranking without the year and the city, which the page names. */
function shortTitle(title: string, city: City): string {
  return title.replace(/^\d{4}年?\s*/, '').replace(city.name, '')
}

/** The schools of rankings, each one once. */
function schoolsOf(rankings: readonly RankingView[]): { id: number; name: string }[] {
  const names = new Map(rankings.flatMap(({ places }) => places.map(({ id, name }) => [id, name])))
  return [...names].map(([id, name]) => ({ id, name }))
}

const headingOf = (city: City) => `${city.name}学校榜单`
const breadcrumbsOf = (city: City) => cityBreadcrumbs(city, { name: '榜单' })

/** `/toplist/` and `/toplist/{city}/`; with `?list=` one ranking whole, with `w_…` by other weights. */
export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const { city, headers } = requireCity({ context, request }, params.city, topListPath)
  const { rankings, whole, schools } = await loadRankings({ context, request }, city)
  describePage(context, {
    things: (around) => [
      breadcrumbList(
        around,
        whole === undefined ? breadcrumbsOf(city) : rankingBreadcrumbs(city, whole.ranking.title),
      ),
      ...[...rankings, ...(whole === undefined ? [] : [whole.ranking])].map(({ title, places, total }) =>
        schoolList(around, { name: title, schools: places, total }),
      ),
    ],
    dates: {
      path: topListPath(city),
      title: headingOf(city),
      updated: latestOf(schools.map(({ updated_at: updated }) => updated)),
    },
  })
  const ids = new Set(schools.map(({ id }) => id))
  const favourites = await renderedFavourites({ context, request }, [...ids])
  return data(
    { city, rankings, whole, favourites },
    { headers, status: whole?.problem === undefined ? 200 : 400 },
  )
}

export { shouldRevalidatePage as shouldRevalidate } from '#app/navigation/revalidation.ts'

export default function TopListPage() {
  const { city, rankings, whole } = useLoaderData<typeof loader>()
  if (whole !== undefined) return <WholeRankingPage city={city} whole={whole} />
  return (
    <main id="main" className="wrap">
      <Breadcrumbs items={breadcrumbsOf(city)} />
      <h1>{headingOf(city)}</h1>
      {rankings.length === 0 ? null : <p className="soft">每份榜单写明年份和方法。付费的榜单标“广告”。</p>}
      {rankings.length === 0 ? (
        <Notice>
          {city.name}暂无榜单。可以先<a href={schoolListPath(city)}>看{city.name}全部学校</a>。
        </Notice>
      ) : null}
      {rankings.length > 1 ? (
        <nav className="section" aria-label="本页榜单">
          <p className="words">
            {rankings.map(({ anchor, title }) => (
              <a className="word" key={anchor} href={rankingListPath(city, anchor)} aria-label={title}>
                {shortTitle(title, city)}
              </a>
            ))}
          </p>
        </nav>
      ) : null}
      {rankings.map((ranking, at) =>
        at === 0 ? (
          <Ranking key={ranking.anchor} city={city} ranking={ranking} />
        ) : (
          <FoldedRanking key={ranking.anchor} city={city} ranking={ranking} />
        ),
      )}
      {rankings.length === 0 ? null : (
        <p className="words section">
          <ShareButton />
          <PrintButton />
        </p>
      )}
      <ReportError schools={schoolsOf(rankings)} />
    </main>
  )
}
