import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { cities } from '#server/contract/cities.ts'
import { queryWordIn } from '#server/contract/query-words.ts'
import { listCategories, listSchools, searchText } from '#server/contract/schools.ts'
import { apiFor, type Api } from '#app/api/client.server.ts'
import { need } from '#app/api/need.ts'
import { cityOf } from '#app/city/position.ts'
import { homePath } from '#app/paths.ts'
import { siteOf } from '#app/root-data.ts'
import { CityResults } from './city-results.tsx'
import { PopularWords } from './popular-words.tsx'
import { SearchHelp } from './search-help.tsx'
import { pageMeta } from '#app/seo/page-meta.ts'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'
import { SearchForm } from '#app/ui/search-form.tsx'
import styles from './search.module.css'

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta('search', {
    values: {
      city: data?.city.name,
      extra1: data?.found === undefined ? undefined : `「${data.q}」${countText(data.found)}_`,
    },
    ...siteOf(matches),
  })

/** How many schools of all cities one page can show. */
const mostResults = 50

/** `/search/`, `/search/?q=`: schools of all cities, the visitor's own city first. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const city = cityOf(request)
  const q = searchText.parse((new URL(request.url).searchParams.get('q') ?? '').slice(0, 400))
  const api = apiFor({ context, request })
  const found = q === '' ? undefined : await find(api, q, city.code)
  const words = found === undefined || found.total === 0 ? await popularWords(api) : []
  return { city, q, found, words, word: queryWordIn(city.code, q) }
}

/** Matches of one city first, then those of the others, grouped. */
async function find(api: Api, q: string, cityCode: string) {
  const [here, everywhere] = await Promise.all([
    api(listSchools, { q }, { city: cityCode }).then(need),
    api(listSchools, { q, page_size: mostResults }, { city: 'all' }).then(need),
  ])
  const groups = cities.map(({ code }) => ({
    cityCode: code,
    items: code === cityCode ? here.items : everywhere.items.filter((school) => school.city_code === code),
    total: code === cityCode ? here.total : undefined,
  }))
  return {
    total: everywhere.total,
    total_is_floor: everywhere.total_is_floor === true,
    groups: groups
      .filter(({ items }) => items.length > 0)
      .toSorted((a, b) => Number(b.cityCode === cityCode) - Number(a.cityCode === cityCode)),
  }
}

/** For each city the words that most of its schools share. */
async function popularWords(api: Api) {
  const counted = await Promise.all(
    cities.map(({ code }) => api(listCategories, {}, { city: code }).then(need)),
  )
  return counted.map(({ curricula, kinds, districts }, at) => ({
    cityCode: cities[at]?.code ?? '',
    words: [...top(curricula, 3), ...top(kinds, 2), ...top(districts, 3)],
  }))
}

function top<Value extends { count: number }>(values: readonly Value[], most: number): Value[] {
  return values
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => b.count - a.count)
    .slice(0, most)
}

function countText({ total, total_is_floor }: { total: number; total_is_floor: boolean }): string {
  return `${total}${total_is_floor ? '+' : ''} 所`
}

export default function SearchPage() {
  const { city, q, found, words, word } = useLoaderData<typeof loader>()
  return (
    <main id="main" className="wrap">
      <Breadcrumbs trail={[{ name: `${city.name}首页`, href: homePath(city) }, { name: '搜索' }]} />
      <h1>{found === undefined ? '搜索学校' : `「${q}」${countText(found)}`}</h1>
      <div className={styles.form}>
        <SearchForm id="page-search" q={q} large />
      </div>
      {found?.groups.map((group) => (
        <CityResults
          key={group.cityCode}
          q={q}
          word={word}
          isCurrent={group.cityCode === city.code}
          {...group}
        />
      ))}
      {found?.total === 0 ? <SearchHelp /> : null}
      {words.length === 0 ? null : <PopularWords cityWords={words} />}
    </main>
  )
}
