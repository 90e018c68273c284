import { data, redirect, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { queryWordIn } from '#server/contract/query-words.ts'
import { listSchools } from '#server/contract/schools.ts'
import { apiFor } from '#app/api/client.server.ts'
import { unwrapOrThrow } from '#app/api/unwrap-or-throw.ts'
import { lastPageOf } from '#app/page-number.ts'
import { schoolListPath } from '#app/paths.ts'
import { siteOf } from '#app/root-data.ts'
import { ActiveFilters } from './active-filters.tsx'
import { facetCounts } from './facet-counts.ts'
import { FacetForm } from './facet-form.tsx'
import { FilterSheet } from './filter-sheet.tsx'
import { countChosen, isNarrowed, noFilters, readFilters, wordFacets, type Filters } from './filters.ts'
import { LandingLinks } from './landing-links.tsx'
import { listHref, withWord, type ListPlace } from './list-place.ts'
import { NoResults } from './no-results.tsx'
import { readPlace } from './read-place.server.ts'
import { SortLinks } from './sort-links.tsx'
import { countText, listHeading, listSubject } from './subject.ts'
import { pageMeta } from '#app/seo/page-meta.ts'
import type { Template } from '#app/seo/template.ts'
import { latestOf } from '#app/seo/structured/baidu-dates.server.ts'
import { breadcrumbList, schoolList } from '#app/seo/structured/lists.server.ts'
import { describePage } from '#app/seo/structured/page-description.server.ts'
import { Breadcrumbs, cityTrail } from '#app/ui/breadcrumbs.tsx'
import { cardView } from '#app/ui/cards/school-card-view.ts'
import { Pager } from '#app/ui/pager.tsx'
import { SchoolCards } from '#app/ui/cards/school-card.tsx'
import { renderedFavourites } from '#app/toggles/favourites-among.server.ts'
import { unlessToggled } from '#app/toggles/unless-toggled.ts'
import styles from './school-list.module.css'

/** Texts of the route `schoolList`. */
export const schoolListTemplate: Template = {
  title: '{extra1}{city}{q}学校名单_{year}学费与招生{extra2}',
  keywords: '{city}{q}学校,{city}{q}学校名单,{city}{q}学校学费',
  description: '{year}{city}{q}学校名单{extra3}:按区域、学段、课程、寄宿和学费筛选,比较学费、课程与招生。',
}

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => {
  if (!data) return []
  const { place, filters, total, totalIsFloor } = data
  const count = countText(total, totalIsFloor)
  return pageMeta(schoolListTemplate, {
    values: {
      city: place.city.name,
      q: listSubject(place, withWord(filters, place.word)),
      extra2: filters.page === 1 ? `（${count}）` : `（${count}，第${filters.page}页）`,
      extra3: `，共${count}`,
    },
    canonical: canonicalOf(place, filters, total),
    ...siteOf(matches),
  })
}

/**
 * One chosen word has a landing page of its own. A free text, other filters, another order and a list without schools
 * are not to be indexed: undefined.
 */
function canonicalOf(place: ListPlace, filters: Filters, total: number): string | undefined {
  if (place.q !== undefined || total === 0 || filters.sort !== noFilters.sort) return undefined
  const unfiltered = { ...noFilters, page: filters.page }
  if (!isNarrowed(filters)) return listHref(place, unfiltered)
  const [only] = wordFacets.flatMap((facet) => filters[facet])
  const isOne = place.word === undefined && countChosen(filters) === 1 && only !== undefined
  const word = isOne ? queryWordIn(place.city.code, only) : undefined
  return word && listHref({ ...place, word }, unfiltered)
}

function trailOf({ city, q, word }: ListPlace) {
  if (word === undefined && q === undefined) return cityTrail(city, { name: '学校' })
  return cityTrail(city, { name: '学校', href: schoolListPath(city) }, { name: word?.label ?? q ?? '' })
}

/** `/schoollist/`, `/schoollist/{city or text}/`, `/schoollist/{city}/{text}/`, with filters, order and page as query. */
export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const { place, headers } = readPlace({ context, request }, params['*'] ?? '')
  const query = new URL(request.url).searchParams
  const filters = readFilters(query, place.city.code)
  // A form sends fields that nothing was chosen in; the address that stays is the one without them.
  if ([...query.values()].includes('')) throw redirect(listHref(place, filters), { headers })
  const { district, stage, kind, curriculum, boarding, feeMin, feeMax, sort, page } = withWord(
    filters,
    place.word,
  )
  const list = await apiFor({ context, request })(
    listSchools,
    { q: place.q, district, stage, kind, curriculum, boarding, fee_min: feeMin, fee_max: feeMax, sort, page },
    { city: place.city.code },
  ).then(unwrapOrThrow)
  const lastPage = lastPageOf(list)
  if (page > lastPage) throw redirect(listHref(place, { ...filters, page: lastPage }))
  const { total, page_size, total_is_floor, relaxations = [], elsewhere = [] } = list
  if (canonicalOf(place, filters, total) === listHref(place, filters)) {
    const name = listHeading(place, withWord(filters, place.word))
    describePage(context, {
      things: (around) => [
        breadcrumbList(around, trailOf(place)),
        schoolList(around, { name, schools: list.items, total, first: (page - 1) * page_size + 1 }),
      ],
      dates: {
        path: listHref(place, filters),
        title: name,
        updated: latestOf(list.items.map(({ updated_at }) => updated_at)),
      },
    })
  }
  return data(
    {
      place,
      filters,
      total,
      pageSize: page_size,
      totalIsFloor: total_is_floor === true,
      cards: list.items.map((school) => cardView(school)),
      favourites: await renderedFavourites(
        { context, request },
        list.items.map(({ id }) => id),
      ),
      counts: facetCounts(list.facets),
      ...(total === 0 ? { waysOn: { relaxations, elsewhere } } : {}),
    },
    { headers },
  )
}

export const shouldRevalidate = unlessToggled

export default function SchoolListPage() {
  const { place, filters, total, pageSize, totalIsFloor, cards, counts, waysOn } =
    useLoaderData<typeof loader>()
  const narrowed = withWord(filters, place.word)
  const { city, q } = place
  const chosen = countChosen(narrowed)
  return (
    <main id="main" className="wrap">
      <Breadcrumbs trail={trailOf(place)} />
      <h1>
        {`${listHeading(place, narrowed)} `}
        <span className={styles.count}>{countText(total, totalIsFloor)}</span>
      </h1>
      <ActiveFilters place={place} filters={filters} />
      <div className={styles.layout}>
        <FilterSheet
          chosen={chosen}
          between={
            <div className={styles.sort}>{waysOn ? null : <SortLinks place={place} filters={filters} />}</div>
          }
        >
          <FacetForm key={listHref(place, filters)} place={place} filters={narrowed} counts={counts} />
        </FilterSheet>
        <div className={styles.results}>
          {waysOn ? (
            <NoResults place={place} filters={filters} {...waysOn} />
          ) : (
            <>
              <SchoolCards schools={cards} level={2} inSight={3} toggles="own" />
              <Pager
                page={filters.page}
                pageSize={pageSize}
                total={total}
                totalIsFloor={totalIsFloor}
                unit="所"
                hrefOf={(page) => listHref(place, { ...filters, page })}
              />
            </>
          )}
        </div>
      </div>
      {q === undefined && !isNarrowed(filters) ? <LandingLinks city={city} counts={counts} /> : null}
    </main>
  )
}
