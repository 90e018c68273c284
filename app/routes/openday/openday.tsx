import { data, redirect, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import type { City } from '#server/contract/cities.ts'
import { withChild } from '#server/contract/child/child-query.ts'
import { readChild } from '#app/child/read-child.server.ts'
import { requireCity } from '#app/city/redirects.ts'
import type { Caller } from '#app/load-context.ts'
import { lastPageOf } from '#app/page-number.ts'
import { openDayCalendarPath } from '#app/open-days/calendar-paths.ts'
import { chosenOpenDaysPath, openDayPagePath, openDayPath, contactPath } from '#app/paths.ts'
import { isId } from '#app/require-id.ts'
import { siteOf } from '#app/root-data.ts'
import { errorMeta } from '#app/seo/error-meta.ts'
import { pageMeta } from '#app/seo/page-meta.ts'
import type { Template } from '#app/seo/template.ts'
import { breadcrumbList } from '#app/seo/structured/lists.server.ts'
import { openDayEvents } from '#app/seo/structured/open-days.server.ts'
import { describePage } from '#app/seo/structured/page-description.server.ts'
import { schoolIds } from '#app/toggles/basket-cookie.server.ts'
import { flashCookie } from '#app/visitor/flash.server.ts'
import { ChosenOpenDays } from './chosen-open-days.tsx'
import { hasIgnoredFilter, isFiltered, isOver, listHref, readFilters } from './filters.ts'
import { loadChosen, mostChosen } from './load-chosen.server.ts'
import { loadList } from './load-list.server.ts'
import { loadOpenDay } from './load-open-day.server.ts'
import { monthText } from './months-of.ts'
import { OpenDayItem } from './open-day-item.tsx'
import { listBreadcrumbs, OpenDayList } from './open-day-list.tsx'
import { openDayView, type OpenDayView } from './open-day-view.ts'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'
import { itemBreadcrumbs } from './open-day-breadcrumbs.ts'
import { OtherOpenDays } from './other-open-days.tsx'

/** Texts of the route `openDay`. */
export const openDayTemplate: Template = {
  title: '{year}{city}国际学校开放日_探校预约{extra1}',
  keywords: '{city}国际学校开放日,{city}探校,{city}校园开放日预约',
  description: '{year}{city}国际学校开放日{extra2}。',
}

/** Texts of the page of one open day. */
export const openDayItemTemplate: Template = {
  title: '{title}_{extra1}{city}开放日预约',
  keywords: '{title},{city}国际学校开放日,{city}探校',
  description: '{extra2}{title}:时间、地点、名额和预约,可以加到日历、转发给家人一起去。',
}

/** Texts of the open days of chosen schools. */
export const chosenOpenDaysTemplate: Template = {
  title: '{extra1}所学校的开放日_探校安排',
  keywords: '国际学校开放日,探校安排,开放日时间',
  description: '选中的学校近期的开放日,按时间排好:哪几场时间重叠,哪几场能在同一天看,哪些还能预约。',
}

export const meta: MetaFunction<typeof loader> = ({ data: found, matches }) => {
  const site = siteOf(matches)
  if (found === undefined) return []
  if (found.kind === 'withdrawn') return errorMeta(410, site.siteName)
  const { city } = found
  if (found.kind === 'chosen') {
    return pageMeta(chosenOpenDaysTemplate, {
      values: { city: city.name, extra1: String(found.ids.length) },
      ...site,
    })
  }
  if (found.kind === 'item') {
    const { id, name, state, date, hours, when, place } = found.item
    const isComing = state !== 'past' && state !== 'cancelled'
    return pageMeta(openDayItemTemplate, {
      values: {
        city: city.name,
        title: name,
        extra1: date,
        extra2: [when, place, ''].filter((text) => text !== undefined).join('，'),
      },
      canonical: isComing ? openDayPagePath(id) : undefined,
      cardTitle: `${date} ${hours} ${name}`,
      image: found.cover,
      ...site,
    })
  }
  const { month, page } = found.filters
  const { total } = found.list
  return pageMeta(openDayTemplate, {
    values: {
      city: city.name,
      ...(month === undefined || month === found.months[0]?.month ? {} : { year: monthText(month) }),
      extra1: page === 1 ? `（${total} 场）` : `（${total} 场，第${page}页）`,
      extra2: total === 0 ? '' : '日历:时间、地点、名额与预约,一次安排好全家的探校行程',
    },
    canonical: canonicalOf(found),
    ...site,
  })
}

type List = Pick<Awaited<ReturnType<typeof loadList>>, 'city' | 'filters' | 'months' | 'today' | 'list'>

/**
 * The canonical URL of a list: of the first month with open days to come that of the list without a month. Undefined
 * (noindex) for a filtered or empty list and for a month that is over.
 */
function canonicalOf({ city, filters, months, today, list }: List): string | undefined {
  if (isFiltered(filters) || list.total === 0 || isOver(filters, today)) return undefined
  return filters.month !== undefined && filters.month === months[0]?.month
    ? openDayPath(city)
    : listHref(city, filters)
}

/**
 * `/openday/` and `/openday/{city}/`, with `?month=YYYY-MM` or `within`, `weekday`, for a child `eligible`, `district`, `stage`,
 * `kind`, `?state=open` and `?page=`: the list; an unknown filter is left out by a redirect. With `?ids=1,2,3` those of these schools, of any
 * city (repeated `ids` redirect there). `/openday/{id}/`: one open day; 410 for a withdrawn one, 404 for an unknown
 * one. `/openday/{id}.ics` redirects to its file.
 */
export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const caller = { context, request }
  const { city: segment = '' } = params
  const file = /^([1-9]\d{0,8})\.ics$/.exec(segment)
  if (file?.[1] !== undefined) throw redirect(openDayCalendarPath(file[1]))
  if (isId(segment)) {
    const found = await loadOpenDay(caller, Number(segment))
    return data(found, found.kind === 'withdrawn' ? { status: 410 } : {})
  }
  const { city, headers } = requireCity(caller, params.city, openDayPath)
  const query = new URL(request.url).searchParams
  const given = query.getAll('ids')
  if (given.length > 0) {
    const chosen = schoolIds(given)
    const ids = chosen.slice(0, mostChosen)
    if (chosen.length > mostChosen) throw await tooMany(caller, city, ids)
    if (ids.length === 0 || given.join('&') !== ids.join(','))
      throw redirect(chosenOpenDaysPath(city, ids), { headers })
    return data(await loadChosen(caller, { city, ids }), { headers })
  }
  const child = readChild(query)
  const filters = readFilters(query, city, child)
  if (hasIgnoredFilter(query, filters)) throw redirect(withChild(listHref(city, filters), child), { headers })
  const { items, ...found } = await loadList(caller, { city, filters, child, now: new Date() })
  const lastPage = lastPageOf(found.list)
  if (filters.page > lastPage)
    throw redirect(withChild(listHref(city, { ...filters, page: lastPage }), child), { headers })
  if (canonicalOf(found) !== undefined) {
    describePage(context, {
      things: (around) => [breadcrumbList(around, listBreadcrumbs(city)), ...openDayEvents(around, items)],
    })
  }
  return data({ kind: 'list' as const, ...found, items: items.map(openDayView) }, { headers })
}

async function tooMany(caller: Caller, city: City, ids: readonly number[]): Promise<Response> {
  const message = `一次最多看 ${mostChosen} 所学校的开放日，先看前 ${mostChosen} 所`
  return redirect(chosenOpenDaysPath(city, ids), {
    headers: { 'cache-control': 'private, no-store', 'set-cookie': await flashCookie(caller, { message }) },
  })
}

export { shouldRevalidatePage as shouldRevalidate } from '#app/navigation/revalidation.ts'

export default function OpenDayPage() {
  const found = useLoaderData<typeof loader>()
  if (found.kind === 'list') return <OpenDayList {...found} />
  if (found.kind === 'chosen') return <ChosenOpenDays {...found} />
  return found.kind === 'item' ? <OpenDayItem {...found} /> : <WithdrawnOpenDay {...found} />
}

type Props = { city: City; others: readonly OpenDayView[] }

/** The page of a withdrawn open day, with links to others. */
function WithdrawnOpenDay({ city, others }: Props) {
  return (
    <main id="main" className="wrap">
      <Breadcrumbs items={itemBreadcrumbs(city, '已撤下')} />
      <h1>这场开放日已经撤下</h1>
      <p className="soft">
        不再接受预约。已经预约的家长请不要前往，有疑问请<a href={contactPath}>联系我们</a>。
      </p>
      <OtherOpenDays city={city} items={others} />
    </main>
  )
}
