import { ChildLink } from '#app/child/child-link.tsx'
import { useForChild } from '#app/child/use-child.ts'
import type { City } from '#server/contract/cities.ts'
import { orderPath, openDayPath, planningPath, schoolListPath } from '#app/paths.ts'
import { useHasAdvisors } from '#app/root-data.ts'
import { Breadcrumbs, cityBreadcrumbs } from '#app/ui/breadcrumbs.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { Pager } from '#app/ui/pager.tsx'
import { DayStrip, listId } from './day-strip.tsx'
import { FilterBar, FilterPanel } from './filter-panel.tsx'
import { isFiltered, isOver, listHref, type Filters } from './filters.ts'
import { NearOpenDays } from './near-open-days.tsx'
import type { loadList } from './load-list.server.ts'
import { ListHeading } from './list-heading.tsx'
import { OpenDayMonths } from './open-day-months.tsx'
import type { OpenDayView } from './open-day-view.ts'
import { useOwnBookings } from './own-bookings.ts'
import styles from './open-day-list.module.css'

/** Breadcrumbs of a city's list. */
export const listBreadcrumbs = (city: City) => cityBreadcrumbs(city, { name: '开放日' })

type Props = Omit<Awaited<ReturnType<typeof loadList>>, 'items'> & { items: readonly OpenDayView[] }

/** A city's open days in the order of their dates, with their days as a strip and filters by school. */
export function OpenDayList({ city, filters, today, months, list, items, facets, bookings, advice }: Props) {
  const own = useOwnBookings(bookings)
  const forChild = useForChild()
  const hasNone = items.length === 0 && months.length === 0
  return (
    <main id="main" className="wrap">
      <Breadcrumbs items={listBreadcrumbs(city)} />
      <ListHeading city={city} today={today} filters={filters} months={months} total={list.total} />
      {months.length === 0 ? null : (
        <DayStrip
          city={city}
          filters={filters}
          months={months}
          listed={new Set(items.map(({ day }) => day))}
        />
      )}
      <div className={styles.layout}>
        {hasNone && !isNarrowed(filters) ? null : (
          <>
            <FilterBar city={city} filters={filters} terms={facets} />
            <FilterPanel city={city} filters={filters} terms={facets} />
          </>
        )}
        <div className={styles.list} id={listId}>
          {isOver(filters, today) ? (
            <Notice>
              这个月的开放日都已结束。<ChildLink href={openDayPath(city)}>看近期开放日</ChildLink>
            </Notice>
          ) : null}
          {items.length === 0 ? <NoOpenDays city={city} filters={filters} /> : null}
          {items.length === 0 ? <NearOpenDays city={city} filters={filters} terms={facets} /> : null}
          <OpenDayMonths items={items} bookings={own} />
          <Pager
            page={list.page}
            pageSize={list.page_size}
            total={list.total}
            unit="场"
            hrefOf={(page) => forChild(listHref(city, { ...filters, page }))}
          />
          {advice === undefined ? null : (
            <p className={`soft small ${styles.tip}`}>
              第一次参观？先看<a href={planningPath(city, advice.slug)}>{advice.title}</a>
            </p>
          )}
        </div>
      </div>
    </main>
  )
}

function isNarrowed(filters: Filters): boolean {
  return isFiltered(filters) || filters.month !== undefined
}

function NoOpenDays({ city, filters }: { city: City; filters: Filters }) {
  return (
    <Notice>
      {isNarrowed(filters) ? '没有符合条件的开放日。' : '近期没有开放日。'}可以
      {isNarrowed(filters) ? (
        <>
          <ChildLink href={openDayPath(city)}>看全部开放日</ChildLink>，
        </>
      ) : null}
      {useHasAdvisors() ? (
        <>
          <ChildLink href={orderPath()}>约一个时间单独参观</ChildLink>，或者
        </>
      ) : null}
      <ChildLink href={schoolListPath(city)}>先看{city.name}的学校</ChildLink>。
    </Notice>
  )
}
