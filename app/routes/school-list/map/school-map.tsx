import { data, redirect, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { pointOf } from '#server/contract/child/child.ts'
import type { City } from '#server/contract/cities.ts'
import { distanceBetween } from '#server/contract/child/distance.ts'
import { districtsOf } from '#server/contract/districts.ts'
import { listSchools, searchText } from '#server/contract/schools/schools.ts'
import { cardForChild } from '#app/schools/card-for-child.server.ts'
import { hasChild, withChild } from '#server/contract/child/child-query.ts'
import { childLabel, placeLabel } from '#app/child/read-child.server.ts'
import { VerdictText } from '#app/child/verdict-text.tsx'
import { apiFor } from '#app/api/client.server.ts'
import { unwrapOrThrow } from '#app/api/unwrap-or-throw.ts'
import { requireCity } from '#app/city/redirects.ts'
import { PageLink } from '#app/ui/page-link.tsx'
import { lastPageOf } from '#app/page-number.ts'
import { schoolListPath, schoolMapPath, schoolPath } from '#app/paths.ts'
import { siteOf } from '#app/root-data.ts'
import { pageMeta } from '#app/seo/page-meta.ts'
import type { Template } from '#app/seo/template.ts'
import { Breadcrumbs, cityBreadcrumbs } from '#app/ui/breadcrumbs.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { Pager } from '#app/ui/pager.tsx'
import { hasFilters, noFilters } from '../filters.ts'
import { listInput, readListFilters } from '../read-list-filters.server.ts'
import { countText, listHeading, listSubject } from '../list-heading.ts'
import { listHref, mapHref, type ListScope } from '../list-scope.ts'
import { CityMap, type MappedSchool, type Start } from '#app/schools/city-map.tsx'
import styles from './school-map.module.css'

/** Texts of the route `schoolMap`. */
export const schoolMapTemplate: Template = {
  title: '{city}{q}学校地图_{city}国际学校分布',
  keywords: '{city}学校地图,{city}国际学校分布,{city}{q}学校位置',
  description: '{city}{q}学校在哪里:{extra1},按坐标画在一张图上。',
}

/** As many markers as can be told apart on a phone. */
const pageSize = 40

/** A place that is further from every district is not drawn: the schools would shrink to one point. */
const farMetres = 40_000

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta(schoolMapTemplate, {
    values: {
      city: data?.scope.city.name,
      q: data && listSubject(data.scope, data.filters),
      extra1: data && countText(data.total, data.totalIsFloor),
    },
    canonical:
      data &&
      data.schools.some(({ lat }) => lat !== undefined) &&
      data.scope.q === undefined &&
      !hasFilters({ ...data.filters, eligible: [] })
        ? mapHref(data.scope, { ...noFilters, page: data.filters.page })
        : undefined,
    isUnlisted: data && hasChild(data.filters.child),
    ...siteOf(matches),
  })

/** `/map/` and `/map/{city}/`, with the filters, order and page of lists as query, and a search text as `q`. */
export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const { city, headers } = requireCity({ context, request }, params.city, schoolMapPath)
  const query = new URL(request.url).searchParams
  const filters = readListFilters(query, city.code)
  const q = searchText.parse((query.get('q') ?? '').slice(0, 400)) || undefined
  const scope: ListScope = { city, q }
  const { child, page } = filters
  const list = await apiFor({ context, request })(
    listSchools,
    { q, ...listInput(filters), page_size: pageSize },
    { city: city.code },
  ).then(unwrapOrThrow)
  const from = placeLabel(child, city.code)
  const lastPage = lastPageOf(list)
  if (page > lastPage) throw redirect(mapHref(scope, { ...filters, page: lastPage }))
  return data(
    {
      scope,
      filters,
      label: childLabel(child, city.code),
      from: from === undefined || child.near === undefined ? undefined : startOf(child.near, city, from),
      total: list.total,
      totalIsFloor: list.total_is_floor === true,
      schools: list.items.map((school, at) => {
        const card = cardForChild(school, from)
        const { id, name, facts, fee, noFee, state, verdict, notes, sample } = card
        const { lat, lng } = school
        return {
          id,
          name,
          facts,
          fee,
          noFee,
          state,
          verdict,
          notes,
          sample,
          lat,
          lng,
          number: (page - 1) * pageSize + at + 1,
        }
      }),
    },
    { headers },
  )
}

/** Where the child's way begins, for the map; undefined for a place that is far from the city. */
function startOf(near: string, { code }: City, name: string): Start | undefined {
  const point = pointOf(near, code)
  const isNear = districtsOf(code).some((district) => point && distanceBetween(point, district) < farMetres)
  return point && isNear ? { ...point, name } : undefined
}

export { shouldRevalidatePage as shouldRevalidate } from '#app/navigation/revalidation.ts'

export default function SchoolMapPage() {
  const { scope, filters, label, from, total, totalIsFloor, schools } = useLoaderData<typeof loader>()
  const { city } = scope
  const placed = schools.flatMap(({ lat, lng, ...school }): MappedSchool[] =>
    lat === undefined || lng === undefined ? [] : [{ ...school, lat, lng }],
  )
  const isSample = schools.length > 0 && schools.every(({ sample }) => sample === true)
  return (
    <main id="main" className="wrap">
      <Breadcrumbs
        items={cityBreadcrumbs(city, { name: '学校', href: schoolListPath(city) }, { name: '地图' })}
      />
      <h1>{`${listHeading(scope, filters)}地图`}</h1>
      <p className={styles.links}>
        <span>
          {label === '' ? '' : `${label}：`}
          {countText(total, totalIsFloor)}
          {placed.length < schools.length ? `，这一页 ${schools.length} 所里 ${placed.length} 所有坐标` : ''}
        </span>
        <PageLink to={listHref(scope, { ...filters, page: 1 })}>看列表、改条件</PageLink>
      </p>
      {total === 0 ? (
        <Notice>没有同时满足这些条件的学校，回列表去掉一个条件试试。</Notice>
      ) : (
        <div className={placed.length === 0 ? undefined : styles.layout}>
          {placed.length === 0 ? null : (
            <CityMap city={city} schools={placed} start={from} child={filters.child} />
          )}
          <div>
            {isSample ? <p className="soft small">示例数据</p> : null}
            <ol className={styles.schools} start={schools[0]?.number}>
              {schools.map(({ id, name, facts, fee, noFee, state, verdict, notes = [], sample, lat }) => (
                <li key={id}>
                  <a href={withChild(schoolPath(id), filters.child)}>{name}</a>{' '}
                  {state === undefined ? null : <span className="tag warn">{state}</span>}
                  <p className="soft small">
                    {facts}
                    {sample === true && !isSample ? '\u00a0· 示例数据' : null}
                    {lat === undefined && placed.length > 0 ? '，没有坐标，不在图上' : null}
                  </p>
                  {verdict === undefined ? null : (
                    <p>
                      <VerdictText {...verdict} />
                    </p>
                  )}
                  {notes.map((note) => (
                    <p key={note} className="small">
                      {note}
                    </p>
                  ))}
                  {fee === undefined && noFee === undefined ? null : <p>{fee ?? noFee}</p>}
                </li>
              ))}
            </ol>
            <Pager
              page={filters.page}
              pageSize={pageSize}
              total={total}
              totalIsFloor={totalIsFloor}
              unit="所"
              hrefOf={(page) => mapHref(scope, { ...filters, page })}
            />
          </div>
        </div>
      )}
    </main>
  )
}
