import { ChildLink } from '#app/child/child-link.tsx'
import { CalendarLinks } from '#app/open-days/calendar-links.tsx'
import { PrintButton } from '#app/page-parts/print-button.tsx'
import { chosenCalendarPath } from '#app/open-days/calendar-paths.ts'
import { comparePath, openDayPath, orderPath, schoolListPath, schoolPath } from '#app/paths.ts'
import { useRootData } from '#app/root-data.ts'
import { ShareButton } from '#app/share/share-button.tsx'
import { Breadcrumbs, cityBreadcrumbs } from '#app/ui/breadcrumbs.tsx'
import { Notice } from '#app/ui/notice.tsx'
import type { loadChosen } from './load-chosen.server.ts'
import { OpenDayMonths } from './open-day-months.tsx'
import { useOwnBookings } from './own-bookings.ts'
import { VisitChoice, VisitPlan } from './visit-plan.tsx'

type Props = Awaited<ReturnType<typeof loadChosen>>

/** Open days of chosen schools in the order of their dates: what overlaps, and which schools have none. */
export function ChosenOpenDays({ city, ids, canCompare, items, total, plan, without, bookings }: Props) {
  const own = useOwnBookings(bookings)
  const origin = useRootData()?.origin
  const isEmpty = items.length + without.length === 0
  return (
    <main id="main" className="wrap">
      <Breadcrumbs
        items={cityBreadcrumbs(city, { name: '开放日', href: openDayPath(city) }, { name: '选中的学校' })}
      />
      <h1>{`${ids.length} 所学校的开放日`}</h1>
      {isEmpty ? null : <p className="soft">{summaryText(items, total)}</p>}
      <p className="words">
        {canCompare ? (
          <a className="word" href={comparePath(ids)}>
            对比这几所
          </a>
        ) : null}
        {items.length === 0 ? null : <CalendarLinks path={chosenCalendarPath(city, ids)} origin={origin} />}
        <ShareButton />
        <PrintButton />
      </p>
      {plan === undefined ? (
        <VisitChoice city={city} items={items} without={without} />
      ) : (
        <VisitPlan plan={plan} ids={ids} />
      )}
      <OpenDayMonths items={items} bookings={own} />
      {without.length === 0 || plan !== undefined ? null : (
        <section className="section" aria-labelledby="without">
          <h2 id="without">近期没有开放日的学校</h2>
          <ul>
            {without.map(({ id, name, isReceiving }) => (
              <li key={id}>
                <ChildLink href={schoolPath(id)}>{name}</ChildLink>
                {isReceiving ? (
                  <>
                    ：
                    <ChildLink href={orderPath({ schoolId: id })}>
                      约时间单独参观<span className="vh">{name}</span>
                    </ChildLink>
                  </>
                ) : null}
              </li>
            ))}
          </ul>
        </section>
      )}
      {isEmpty ? (
        <Notice>
          没有找到这些学校。可以<ChildLink href={schoolListPath(city)}>看{city.name}的学校</ChildLink>，或者
          <ChildLink href={openDayPath(city)}>看全部开放日</ChildLink>。
        </Notice>
      ) : null}
    </main>
  )
}

function summaryText(items: Props['items'], total: number): string {
  const cancelled = items.filter(({ state }) => state === 'cancelled').length
  const bookable = items.filter(({ state }) => state === 'open').length
  const overlapping = items.filter(({ clash }) => clash !== undefined && clash.overlapping.length > 0).length
  if (cancelled === items.length)
    return cancelled === 0 ? '这些学校近期没有开放日。' : '这些学校近期的开放日都取消了。'
  return (
    [
      total > items.length ? `近期 ${total} 场，这里列出最早的 ${items.length} 场` : `近期 ${total} 场`,
      ...(cancelled === 0 ? [] : [`其中 ${cancelled} 场取消了`]),
      bookable === 0 ? '都不能预约了' : `${bookable} 场可以预约`,
      overlapping === 0 ? '没有时间重叠的' : `${overlapping} 场时间重叠，下面已经标出`,
    ].join('，') + '。'
  )
}
