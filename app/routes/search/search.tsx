import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { searchText } from '#server/contract/schools/schools.ts'
import { apiFor } from '#app/api/client.server.ts'
import { cityOf } from '#app/city/position-cookie.ts'
import { homePath } from '#app/paths.ts'
import { siteOf } from '#app/root-data.ts'
import { pageMeta } from '#app/seo/page-meta.ts'
import type { Template } from '#app/seo/template.ts'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'
import { ToggleForm } from '#app/toggles/toggle-buttons.tsx'
import { areSample, type SchoolCardView } from '#app/schools/school-card-view.ts'
import { useChildOfLinks } from '#app/child/use-child.ts'
import { SearchForm } from '#app/ui/search/search-form.tsx'
import { renderedFavourites } from '#app/toggles/favourites-among.server.ts'
import { exampleName, popularSearches, search } from './find-schools.server.ts'
import { PopularSearches } from './popular-searches.tsx'
import { AlsoUnderstood, ApproximateNote, UnderstoodNote } from './understood-note.tsx'
import { SchoolCards } from '#app/schools/school-card.tsx'
import { SectionHeading } from '#app/ui/section-heading.tsx'
import type { CityHeading } from './city-heading.server.ts'
import { understoodView } from './understood.server.ts'
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
      extra1:
        data?.found === undefined
          ? undefined
          : `“${data.q}”${data.found.isApproximate ? '名字相近的' : ''}${countText(data.found)}_`,
    },
    ...siteOf(matches),
  })

/** How many schools a search for a part of a school's pages is linked to. */
const maxSectionLinks = 3

/**
 * `/search/`, `/search/?q=`: schools of all cities, those of the current city first, by what the text means; with
 * `words=1` by its words alone.
 */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const city = cityOf(request)
  const { searchParams } = new URL(request.url)
  const q = searchText.parse((searchParams.get('q') ?? '').slice(0, 400))
  const api = apiFor({ context, request })
  const asWords = searchParams.has('words')
  const { found, understood, also } = q === '' ? {} : await search(api, { q, asWords }, city.code)
  const isEmpty = found === undefined || found.total === 0
  const [popular, example] = isEmpty
    ? await Promise.all([
        popularSearches(api),
        found && understood === undefined && exampleName(api, city.code),
      ])
    : [[]]
  const ids = found?.groups.flatMap(({ cards }) => cards.map(({ id }) => id)) ?? []
  const favourites = await renderedFavourites({ context, request }, ids)
  const meaning = understood ?? also
  const view =
    meaning && understoodView(city, meaning, found?.groups[0]?.cards.slice(0, maxSectionLinks) ?? [])
  return { city, q, found, understood, also, view, favourites, popular, ...(example ? { example } : {}) }
}

type Counted = { total: number; totalIsFloor: boolean; isApproximate: boolean }

function headingOf(q: string, found: Counted | undefined): string {
  if (found === undefined) return '搜索学校'
  if (found.total === 0) return `没有找到“${q}”`
  return found.isApproximate
    ? `没有找到“${q}”，名字相近的有 ${countText(found)}`
    : `搜“${q}”找到 ${countText(found)}学校`
}

function countText({ total, totalIsFloor }: Omit<Counted, 'isApproximate'>): string {
  return `${total}${totalIsFloor ? '+' : ''} 所`
}

export { shouldRevalidatePage as shouldRevalidate } from '#app/navigation/revalidation.ts'

export default function SearchPage() {
  const { city, q, found, understood, also, view, popular, example } = useLoaderData<typeof loader>()
  return (
    <main id="main" className="wrap">
      <Breadcrumbs items={[{ name: `${city.name}首页`, href: homePath(city) }, { name: '搜索' }]} />
      <h1>{headingOf(q, found)}</h1>
      <div className={styles.form}>
        <SearchForm key={q} id="page-search" q={q} child={useChildOfLinks()} large />
      </div>
      {view && understood ? (
        <UnderstoodNote q={q} hasSchools={found !== undefined && found.groups.length > 0} {...view} />
      ) : null}
      {found?.isApproximate === true && found.total > 0 ? <ApproximateNote q={understood?.q ?? q} /> : null}
      {view && also ? <AlsoUnderstood {...view} /> : null}
      <ToggleForm />
      {found?.groups.map((group, at, groups) => (
        <CityResults
          key={group.cityCode}
          inSight={at === 0 ? 2 : 0}
          isContinued={groups.slice(0, at).some(({ cards }) => areSample(cards))}
          {...group}
        />
      ))}
      {found?.total === 0 && understood === undefined ? <SearchHelp example={example} /> : null}
      {popular.length === 0 ? null : <PopularSearches cityTerms={popular} />}
    </main>
  )
}

type Props = {
  heading: CityHeading
  cards: readonly SchoolCardView[]
  /** How many cards are in the first viewport. */
  inSight: number
  /** Whether the results of another city say already that they are sample content. */
  isContinued: boolean
}

/** Search results in one city, linked to the city's own list with filters. */
function CityResults({ heading, cards, inSight, isContinued }: Props) {
  return (
    <section className="section" aria-labelledby={heading.id}>
      <SectionHeading {...heading} />
      <SchoolCards schools={cards} inSight={inSight} toggles="shared" isContinued={isContinued} />
    </section>
  )
}

/** Advice when a search found nothing; `example` is the special part of a name of this site. */
function SearchHelp({ example }: { example: string | undefined }) {
  return (
    <section className="section panel" aria-labelledby="search-help">
      <h2 id="search-help">可以这样试试</h2>
      <ul className={styles.tips}>
        <li>只输入校名里最特别的两三个字{example === undefined ? '' : `，例如“${example}”`}。</li>
        <li>用英文名、简称、拼音、拼音首字母，或者学校改名以前的名字。</li>
      </ul>
    </section>
  )
}
