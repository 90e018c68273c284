import { schoolFacets, termFacets } from '#server/contract/schools/facets.ts'
import { data, redirect, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { queryTermIn } from '#server/contract/search/query-terms.ts'
import { listSchools } from '#server/contract/schools/schools.ts'
import { cardForChild } from '#app/schools/card-for-child.server.ts'
import { areSample } from '#app/schools/school-card-view.ts'
import { hasChild } from '#server/contract/child/child-query.ts'
import { childLabel, placeLabel } from '#app/child/read-child.server.ts'
import { apiFor } from '#app/api/client.server.ts'
import { unwrapOrThrow } from '#app/api/unwrap-or-throw.ts'
import { lastPageOf } from '#app/page-number.ts'
import { schoolListPath } from '#app/paths.ts'
import { PageLink } from '#app/ui/page-link.tsx'
import { siteOf, useHasPart } from '#app/root-data.ts'
import { startsOf } from '#app/child/starts-of.server.ts'
import { ChildBar } from './child-bar.tsx'
import { ChildSummary } from './child-summary.tsx'
import { childSummary } from './child-summary.server.ts'
import { ActiveFilters } from './active-filters.tsx'
import { facetCounts, type FacetCounts } from './facet-counts.ts'
import { FacetForm } from './facet-form.tsx'
import { FilterSheet } from './filter-sheet.tsx'
import { countActive, hasFee, hasFilters, noFilters, type Filters } from './filters.ts'
import { toldFacets } from '#app/schools/told-facets.server.ts'
import { LandingLinks } from './landing-links.tsx'
import { listHref, mapHref, withPathTerm, type ListScope } from './list-scope.ts'
import { listsElsewhere } from './lists-elsewhere.server.ts'
import { nearMissCards } from './near-miss-cards.server.ts'
import { NearMisses } from './near-misses.tsx'
import { NoResults } from './no-results.tsx'
import { ReportError } from '#app/schools/report-error.tsx'
import { whoseTuition } from './whose-tuition.server.ts'
import { listInput, readListFilters } from './read-list-filters.server.ts'
import { readListScope } from './read-list-scope.server.ts'
import { SortLinks } from './sort-links.tsx'
import { NamedTerm, UnknownRest } from './unknown-rest.tsx'
import { countText, listHeading, listSubject } from './list-heading.ts'
import { pageMeta } from '#app/seo/page-meta.ts'
import type { Template } from '#app/seo/template.ts'
import { latestOf } from '#app/seo/moments.server.ts'
import { breadcrumbList, schoolList } from '#app/seo/structured/lists.server.ts'
import { describePage } from '#app/seo/structured/page-description.server.ts'
import { Breadcrumbs, cityBreadcrumbs } from '#app/ui/breadcrumbs.tsx'
import { Pager } from '#app/ui/pager.tsx'
import { SchoolCards } from '#app/schools/school-card.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { renderedFavourites } from '#app/toggles/favourites-among.server.ts'
import styles from './school-list.module.css'

/** Texts of the route `schoolList`. */
export const schoolListTemplate: Template = {
  title: '{city}{q}学校名单_{year}{extra1}{extra2}',
  keywords: '{city}{q}学校,{city}{q}学校名单,{city}{q}学校学费',
  description: '{year}{city}{q}学校名单{extra3}。',
}

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => {
  if (!data) return []
  const { scope, filters, total, totalIsFloor, told } = data
  const count = countText(total, totalIsFloor)
  const facets = told.map((facet) => schoolFacets[facet].title)
  const isUncounted = countsNothing(withPathTerm(filters, scope.word), data)
  return pageMeta(schoolListTemplate, {
    values: {
      city: scope.city.name,
      q: listSubject(scope, withPathTerm(filters, scope.word)),
      extra1: told.includes('fee') ? '学费与招生' : '',
      extra2: isUncounted ? '' : filters.page === 1 ? `（${count}）` : `（${count}，第${filters.page}页）`,
      extra3: [
        ...(isUncounted ? [] : [`,共${count}`]),
        ...(facets.length === 0 ? [] : [`:按${facets.join('、')}筛选`]),
      ].join(''),
    },
    canonical: canonicalOf(scope, { ...filters, child: {}, eligible: [] }, total),
    isUnlisted: hasChild(filters.child),
    ...siteOf(matches),
  })
}

/**
 * The canonical URL: that of the landing page when one term is chosen. Undefined (noindex) for a free text, other
 * filters, another order, and a list without schools.
 */
function canonicalOf(scope: ListScope, filters: Filters, total: number): string | undefined {
  if (scope.q !== undefined || total === 0 || filters.sort !== noFilters.sort) return undefined
  const unfiltered = { ...noFilters, page: filters.page }
  if (!hasFilters(filters)) return listHref(scope, unfiltered)
  const [only] = termFacets.flatMap((facet) => filters[facet])
  const isOne = scope.word === undefined && countActive(filters) === 1 && only !== undefined
  const word = isOne ? queryTermIn(scope.city.code, only) : undefined
  return word && listHref({ ...scope, word }, unfiltered)
}

function breadcrumbsOf(scope: ListScope, filters: Filters) {
  const { city, q, word } = scope
  const own = hasFilters(filters) ? undefined : (word?.label ?? q)
  const name = own ?? listHeading(scope, withPathTerm(filters, word)).slice(city.name.length)
  if (name === '学校') return cityBreadcrumbs(city, { name })
  return cityBreadcrumbs(city, { name: '学校', href: schoolListPath(city) }, { name })
}

/** Whether no school of a list is known, and of some it is not known whether they belong to it: 0 would be no number. */
function countsNothing(filters: Filters, { total, counts }: { total: number; counts: FacetCounts }): boolean {
  return (
    total === 0 &&
    termFacets.some((facet) => filters[facet].length > 0 && counts.unknown[facet] !== undefined)
  )
}

/** `/schoollist/`, `/schoollist/{city or text}/`, `/schoollist/{city}/{text}/`, with filters, order and page as query. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const { scope, headers } = await readListScope({ context, request })
  const query = new URL(request.url).searchParams
  const filters = readListFilters(query, scope.city.code)
  const { child } = filters
  // Forms send empty fields and the grade that the child is in as well; redirects to the URL without them.
  if ([...query.values()].includes('') || query.has('now'))
    throw redirect(listHref(scope, filters), { headers })
  const narrowed = withPathTerm(filters, scope.word)
  const list = await apiFor({ context, request })(
    listSchools,
    { q: scope.q, ...listInput({ ...narrowed, child }), fee_bins: '1' },
    { city: scope.city.code },
  ).then(unwrapOrThrow)
  const lastPage = lastPageOf(list)
  const { page } = filters
  if (page > lastPage) throw redirect(listHref(scope, { ...filters, page: lastPage }))
  const { total, page_size, total_is_floor, relaxations = [], elsewhere = [] } = list
  if (canonicalOf(scope, filters, total) === listHref(scope, filters)) {
    const name = listHeading(scope, narrowed)
    describePage(context, {
      things: (around) => [
        breadcrumbList(around, breadcrumbsOf(scope, noFilters)),
        schoolList(around, { name, schools: list.items, total, first: (page - 1) * page_size + 1 }),
      ],
      dates: {
        path: listHref(scope, filters),
        title: name,
        updated: latestOf(list.items.map(({ updated_at }) => updated_at)),
      },
    })
  }
  const place = placeLabel(child, scope.city.code)
  const cards = list.items.map((school) => cardForChild(school, place))
  const summary = childSummary({ scope, filters }, list)
  const misses = nearMissCards(list.near_misses, narrowed, { cityCode: scope.city.code, place })
  return data(
    {
      scope,
      filters,
      total,
      pageSize: page_size,
      totalIsFloor: total_is_floor === true,
      ...(list.approximate === true ? { isApproximate: true } : {}),
      cards,
      favourites: await renderedFavourites(
        { context, request },
        [...cards, ...misses].map(({ id }) => id),
      ),
      counts: facetCounts(list.facets, list.eligible, list),
      feeBins: list.fee_bins ?? [],
      told: toldFacets(list),
      whose: whoseTuition(narrowed),
      places: startsOf(scope.city, child),
      ...(hasChild(child) ? { childLabel: childLabel(child, scope.city.code) } : {}),
      ...(summary === undefined ? {} : { summary }),
      ...(misses.length === 0 ? {} : { misses }),
      ...(total === 0
        ? {
            alternatives: {
              relaxations,
              elsewhere: await listsElsewhere({ context, request }, { scope, filters }, elsewhere),
            },
          }
        : {}),
    },
    { headers },
  )
}

export { shouldRevalidatePage as shouldRevalidate } from '#app/navigation/revalidation.ts'

export default function SchoolListPage() {
  const {
    scope,
    filters,
    total,
    pageSize,
    totalIsFloor,
    isApproximate = false,
    cards,
    counts,
    feeBins,
    whose,
    misses = [],
    places,
    childLabel: label,
    summary,
    alternatives,
  } = useLoaderData<typeof loader>()
  const narrowed = withPathTerm(filters, scope.word)
  const { city, q } = scope
  const hasPart = useHasPart()
  const chosen = countActive(narrowed)
  const isUncounted = countsNothing(narrowed, { total, counts })
  // The heading names no more than terms: of those alone there may be schools.
  const isUnnamed =
    alternatives !== undefined && (chosen > 1 || hasFee(filters) || filters.child.grade !== undefined)
  return (
    <main id="main" className="wrap">
      <Breadcrumbs items={breadcrumbsOf(scope, filters)} />
      <div className={styles.heading}>
        <h1>
          {isUnnamed ? (
            `${city.name}没有符合的学校`
          ) : (
            <>
              {`${isApproximate ? '和' : ''}${listHeading(scope, narrowed)}${isApproximate ? '名字相近的' : ''} `}
              {isUncounted ? null : <span className={styles.count}>{countText(total, totalIsFloor)}</span>}
            </>
          )}
        </h1>
        {areSample(cards) ? <p className={styles.count}>示例数据</p> : null}
      </div>
      {label !== undefined || hasPart(city, 'child') ? (
        <ChildBar scope={scope} filters={filters} label={label} places={places} />
      ) : null}
      <ActiveFilters scope={scope} filters={filters} stale={counts.stale} />
      <UnknownRest scope={scope} filters={filters} counts={counts} />
      <NamedTerm scope={scope} counts={counts} />
      {summary === undefined ? null : <ChildSummary {...summary} />}
      <div className={styles.layout}>
        <FilterSheet
          chosen={chosen}
          between={
            <div className={styles.sort}>
              {alternatives ? null : (
                <>
                  <SortLinks
                    scope={scope}
                    filters={filters}
                    hasFees={feeBins.some((schools) => schools > 0)}
                  />
                  {/* Only the map of a whole city is indexed: crawlers need not follow the others. */}
                  {hasPart(city, 'map') ? (
                    <PageLink
                      to={mapHref(scope, { ...filters, page: 1 })}
                      rel={chosen === 0 && q === undefined ? undefined : 'nofollow'}
                    >
                      <Icon name="pin" size={16} />
                      地图
                    </PageLink>
                  ) : null}
                </>
              )}
            </div>
          }
        >
          <FacetForm
            key={listHref(scope, filters)}
            scope={scope}
            filters={narrowed}
            counts={counts}
            feeBins={feeBins}
            whose={whose}
          />
        </FilterSheet>
        <div className={styles.results}>
          {alternatives ? (
            <NoResults scope={scope} filters={filters} unknown={counts.unknown} {...alternatives} />
          ) : (
            <>
              <SchoolCards
                schools={cards}
                child={filters.child}
                level={2}
                inSight={4}
                toggles="own"
                isContinued
              />
              <Pager
                page={filters.page}
                pageSize={pageSize}
                total={total}
                totalIsFloor={totalIsFloor}
                unit="所"
                hrefOf={(page) => listHref(scope, { ...filters, page })}
              />
            </>
          )}
          <NearMisses misses={misses} found={cards} child={filters.child} />
          <ReportError schools={cards} />
        </div>
      </div>
      {q === undefined && !hasFilters(filters) ? <LandingLinks city={city} counts={counts} /> : null}
    </main>
  )
}
