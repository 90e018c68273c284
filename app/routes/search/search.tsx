import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { queryTermIn } from '#server/contract/query-terms.ts'
import { searchText } from '#server/contract/schools.ts'
import { apiFor } from '#app/api/client.server.ts'
import { cityOf } from '#app/city/position-cookie.ts'
import { homePath } from '#app/paths.ts'
import { siteOf } from '#app/root-data.ts'
import { pageMeta } from '#app/seo/page-meta.ts'
import type { Template } from '#app/seo/template.ts'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'
import { ToggleForm } from '#app/toggles/toggle-buttons.tsx'
import { SearchForm } from '#app/ui/search/search-form.tsx'
import { renderedFavourites } from '#app/toggles/favourites-among.server.ts'
import { shouldRevalidateUnlessToggled } from '#app/toggles/toggle-revalidation.ts'
import { CityResults } from './city-results.tsx'
import { findSchools, popularSearches } from './find-schools.server.ts'
import { PopularSearches } from './popular-searches.tsx'
import { SearchHelp } from './search-help.tsx'
import styles from './search.module.css'

/** Texts of the route `search`. */
export const searchTemplate: Template = {
  title: '{extra1}搜索学校',
  keywords: '搜索学校,国际学校搜索,{city}学校搜索',
  description: '按中文名、英文名、简称、拼音或曾用名搜索深圳、广州、佛山、惠州、珠海、东莞和北京的学校。',
}

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta(searchTemplate, {
    values: {
      city: data?.city.name,
      extra1: data?.found === undefined ? undefined : `“${data.q}”${countText(data.found)}_`,
    },
    ...siteOf(matches),
  })

/** `/search/`, `/search/?q=`: schools of all cities, those of the current city first. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const city = cityOf(request)
  const q = searchText.parse((new URL(request.url).searchParams.get('q') ?? '').slice(0, 400))
  const api = apiFor({ context, request })
  const found = q === '' ? undefined : await findSchools(api, q, city.code)
  const popular = found === undefined || found.total === 0 ? await popularSearches(api) : []
  const ids = found?.groups.flatMap(({ cards }) => cards.map(({ id }) => id)) ?? []
  const favourites = await renderedFavourites({ context, request }, ids)
  return { city, q, found, favourites, popular, word: queryTermIn(city.code, q) }
}

function headingOf(q: string, found: { total: number; totalIsFloor: boolean } | undefined): string {
  if (found === undefined) return '搜索学校'
  return found.total === 0 ? `没有找到“${q}”` : `“${q}”找到 ${countText(found)}学校`
}

function countText({ total, totalIsFloor }: { total: number; totalIsFloor: boolean }): string {
  return `${total}${totalIsFloor ? '+' : ''} 所`
}

export const shouldRevalidate = shouldRevalidateUnlessToggled

export default function SearchPage() {
  const { city, q, found, popular, word } = useLoaderData<typeof loader>()
  return (
    <main id="main" className="wrap">
      <Breadcrumbs items={[{ name: `${city.name}首页`, href: homePath(city) }, { name: '搜索' }]} />
      <h1>{headingOf(q, found)}</h1>
      <div className={styles.form}>
        <SearchForm id="page-search" q={q} large />
      </div>
      <ToggleForm />
      {found?.groups.map((group, at) => (
        <CityResults
          key={group.cityCode}
          inSight={at === 0 ? 2 : 0}
          q={group.cityCode === city.code ? (word?.slug ?? q) : q}
          {...group}
        />
      ))}
      {found?.total === 0 ? <SearchHelp /> : null}
      {popular.length === 0 ? null : <PopularSearches cityTerms={popular} />}
    </main>
  )
}
