import { data, redirect, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import type { City } from '#server/contract/cities.ts'
import { requireCity } from '#app/city/redirects.ts'
import { lastPageOf } from '#app/page-number.ts'
import { openDayCalendarPath, openDayPath, orderPath, planningPath, schoolListPath } from '#app/paths.ts'
import { siteOf } from '#app/root-data.ts'
import { pageMeta } from '#app/seo/page-meta.ts'
import type { Template } from '#app/seo/template.ts'
import { breadcrumbList } from '#app/seo/structured/lists.server.ts'
import { openDayEvents } from '#app/seo/structured/open-days.server.ts'
import { describePage } from '#app/seo/structured/page-description.server.ts'
import { Breadcrumbs, cityBreadcrumbs } from '#app/ui/breadcrumbs.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { Pager } from '#app/ui/pager.tsx'
import { Calendar } from './calendar.tsx'
import { loadMonth } from './load-open-days.server.ts'
import { monthText } from './month-of.ts'
import { openDayView } from './open-day-view.ts'
import { OpenDays } from './open-days.tsx'
import styles from './openday.module.css'

/** Texts of the route `openDay`. */
export const openDayTemplate: Template = {
  title: '{year}{city}国际学校开放日_探校预约{extra1}',
  keywords: '{city}国际学校开放日,{city}探校,{city}校园开放日预约',
  description: '{year}{city}国际学校开放日日历:时间、地点、名额与预约,一次安排好全家的探校行程。',
}

export const meta: MetaFunction<typeof loader> = ({ data: found, matches }) => {
  if (found === undefined) return []
  const { city, month, usual, page } = found
  return pageMeta(openDayTemplate, {
    values: {
      city: city.name,
      ...(month === usual ? {} : { year: monthText(month) }),
      ...(page.page === 1 ? {} : { extra1: `（第${page.page}页）` }),
    },
    canonical: isIndexed(found) ? pageHref(found, page.page) : undefined,
    ...siteOf(matches),
  })
}

/**
 * `/openday/` and `/openday/{city}/`, with `?month=YYYY-MM`, `?state=open` and `?page=`; redirects
 * `/openday/{id}.ics`.
 */
export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const file = /^([1-9]\d{0,8})\.ics$/.exec(params.city ?? '')
  if (file?.[1] !== undefined) throw redirect(openDayCalendarPath(file[1]))
  const { city, headers } = requireCity({ context, request }, params.city, openDayPath)
  const { items, ...month } = await loadMonth({ context, request }, city, new Date())
  const lastPage = lastPageOf(month.page)
  if (month.page.page > lastPage) throw redirect(pageHref(month, lastPage), { headers })
  if (isIndexed(month)) {
    describePage(context, {
      things: (around) => [
        breadcrumbList(around, cityBreadcrumbs(city, pageCrumb)),
        ...openDayEvents(around, items),
      ],
    })
  }
  return data({ ...month, items: items.map(openDayView) }, { headers })
}

const pageCrumb = { name: '开放日' }

/** URL of the page with a month, optionally only bookable open days. */
function hrefOf(path: string, onlyOpen: boolean): string {
  return onlyOpen ? withQuery(path, 'state=open') : path
}

function withQuery(path: string, query: string): string {
  return `${path}${path.includes('?') ? '&' : '?'}${query}`
}

type Month = { city: City; today: string; month: string; usual: string; onlyOpen: boolean }

/** URL of a page of the shown month, without default values. */
function pageHref({ city, month, usual, onlyOpen }: Month, page: number): string {
  const path = hrefOf(openDayPath(city, month === usual ? undefined : month), onlyOpen)
  return page === 1 ? path : withQuery(path, `page=${page}`)
}

/** Whether the page is indexed: not for a past or empty month, nor for a filtered list. */
function isIndexed(found: Month & { page: { total: number } }): boolean {
  return !found.onlyOpen && found.page.total > 0 && !isOver(found)
}

function isOver({ month, today }: Month): boolean {
  return month < today.slice(0, 7)
}

export { shouldRevalidatePage as shouldRevalidate } from '#app/navigation/revalidation.ts'

export default function OpenDayPage() {
  const found = useLoaderData<typeof loader>()
  const { city, today, month, months, onlyOpen, days, page, items, advice } = found
  const coming = months.reduce((sum, { total }) => sum + total, 0)
  const bookable = months.reduce((sum, { open }) => sum + open, 0)
  return (
    <main id="main" className="wrap">
      <Breadcrumbs items={cityBreadcrumbs(city, pageCrumb)} />
      <h1>{city.name}国际学校开放日</h1>
      <p className="soft">
        近期 {coming} 场开放日，{bookable} 场可以预约，约上即为您留位。
      </p>
      <nav className="section" aria-label="月份">
        <p className="words">
          {months.map((each) => (
            <a
              className="word"
              key={each.month}
              href={hrefOf(openDayPath(city, each.month), onlyOpen)}
              aria-current={each.month === month ? 'page' : undefined}
            >
              {monthText(each.month)}
              <small>{onlyOpen ? each.open : each.total} 场</small>
            </a>
          ))}
          <a
            className="word"
            href={hrefOf(openDayPath(city, month), !onlyOpen)}
            aria-current={onlyOpen ? 'true' : undefined}
          >
            {onlyOpen ? '只看可预约（取消）' : '只看可预约'}
          </a>
        </p>
      </nav>
      <div className={styles.layout}>
        <section aria-labelledby="list">
          <h2 id="list">{monthText(month)}的开放日</h2>
          {isOver(found) ? (
            <Notice>
              这个月的开放日都已结束。<a href={openDayPath(city)}>看接下来的 {coming} 场</a>。
            </Notice>
          ) : null}
          {items.length === 0 ? (
            <Notice>
              {onlyOpen ? '这个月没有可以预约的场次了。' : '这个月还没有登记的开放日。'}可以
              <a href={orderPath()}>约一个时间单独参观</a>，或者
              <a href={schoolListPath(city)}>先看{city.name}的学校</a>。
            </Notice>
          ) : (
            <OpenDays items={items} comingHref={openDayPath(city)} />
          )}
          <Pager
            page={page.page}
            pageSize={page.page_size}
            total={page.total}
            unit="场"
            hrefOf={(to) => pageHref(found, to)}
          />
          {advice === undefined ? null : (
            <p className={`soft small ${styles.tip}`}>
              第一次参观？先看<a href={planningPath(city, advice.slug)}>{advice.title}</a>
            </p>
          )}
        </section>
        <div className={styles.side}>
          <Calendar month={month} today={today} days={days} listed={new Set(items.map(({ day }) => day))} />
        </div>
      </div>
    </main>
  )
}
