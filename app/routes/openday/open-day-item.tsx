import type { ReactNode } from 'react'
import { SchoolCards } from '#app/schools/school-card.tsx'
import { ModalLink } from '#app/dialogs/modal-link.tsx'
import { leadCalendarPath, openDayCalendarPath } from '#app/open-days/calendar-paths.ts'
import { contactPath, correctionPath, leadPath, openDayPath, orderModalPath } from '#app/paths.ts'
import { CalendarLinks } from '#app/open-days/calendar-links.tsx'
import { PosterLink } from '#app/share/poster-link.tsx'
import { ShareButton } from '#app/share/share-button.tsx'
import type { OwnBooking } from '#app/visitor/known-visitor.ts'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { NoWrap } from '#app/ui/text/no-wrap.tsx'
import type { loadOpenDay } from './load-open-day.server.ts'
import { itemBreadcrumbs } from './open-day-breadcrumbs.ts'
import { stateLabels } from './open-day-view.ts'
import { OtherOpenDays } from './other-open-days.tsx'
import { useOwnBookings } from './own-bookings.ts'
import styles from './open-day-item.module.css'

type Props = Extract<Awaited<ReturnType<typeof loadOpenDay>>, { kind: 'item' }>
type Item = Props['item']

/** One open day: what, when, where, seats, and how to book it; then its school and others. */
export function OpenDayItem({ city, item, school, stages, others, bookings }: Props) {
  const booking = useOwnBookings(bookings).find(({ openDayId }) => openDayId === item.id)
  const { name, state, when, place, seats, closes, description } = item
  const isComing = state !== 'past' && state !== 'cancelled'
  return (
    <main id="main" className="wrap">
      <Breadcrumbs items={itemBreadcrumbs(city, name)} />
      <div className={styles.layout}>
        <article>
          <h1>{name}</h1>
          <p className={styles.state}>
            <span className={state === 'open' ? 'tag strong' : isComing ? 'tag' : 'tag warn'}>
              {stateLabels[state]}
            </span>
            {booking === undefined ? null : (
              <span className="tag strong">{booking.isWaiting ? '您已候补' : '您已预约'}</span>
            )}
          </p>
          <dl className={`panel ${styles.facts}`}>
            <Fact name="时间">
              <NoWrap text={when} />
            </Fact>
            {place === undefined ? null : <Fact name="地点">{place}</Fact>}
            {isComing ? <Fact name="名额">{seats}</Fact> : null}
            {(state === 'open' || state === 'full') && closes !== undefined ? (
              <Fact name="预约截止">
                <NoWrap text={closes} />
              </Fact>
            ) : null}
            {stages === undefined ? null : <Fact name="适合">孩子准备读{stages}的家庭</Fact>}
          </dl>
          <NextStep item={item} booking={booking} city={openDayPath(city)} />
          {school === undefined ? null : (
            <p className="small">
              <a href={correctionPath(school.id, 'dates')}>时间或地点不对？告诉我们</a>
            </p>
          )}
          {description === undefined || state === 'cancelled' ? null : (
            <>
              <h2 className="section">活动内容</h2>
              <p className={styles.description}>{description}</p>
            </>
          )}
          {school === undefined ? null : (
            <>
              <h2 className="section">主办学校</h2>
              <SchoolCards schools={[school]} toggles="own" />
            </>
          )}
        </article>
        <OtherOpenDays city={city} items={others} host={item.school?.id} />
      </div>
    </main>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

type NextProps = { item: Item; booking: OwnBooking | undefined; city: string }

/** What a visitor can do now: see their booking, book, or take another way. */
function NextStep({ item, booking, city }: NextProps) {
  const { id, state, reason, school } = item
  if (state === 'past') {
    return (
      <Notice>
        这场已经结束。<a href={city}>看近期开放日</a>
      </Notice>
    )
  }
  if (state === 'cancelled') {
    return (
      <Notice tone="warn">
        {reason === undefined ? '这场已经取消。' : `这场已经取消，原因：${reason.replace(/。$/, '')}。`}
        已经预约的家长请不要前往，有疑问请<a href={contactPath}>联系我们</a>。<a href={city}>看近期开放日</a>
      </Notice>
    )
  }
  if (booking !== undefined) {
    return (
      <Steps
        id={id}
        calendar={booking.isWaiting ? openDayCalendarPath(String(id)) : leadCalendarPath(booking.lead)}
        note={
          booking.isWaiting
            ? '排第几位、取消候补都在里面。'
            : '查看详情和取消都在预约里；想换一场，先约好新的再取消这场。'
        }
      >
        <a className="button" href={leadPath(booking.lead)}>
          {booking.isWaiting ? '看我的候补' : '看我的预约'}
        </a>
      </Steps>
    )
  }
  const calendar = openDayCalendarPath(String(id))
  if (state === 'open') {
    return (
      <Steps id={id} calendar={calendar} note="预约不收费，也不等于报名。">
        <ModalLink className="button" query={orderModalPath({ orderType: 'openday', openDayId: id })}>
          预约这场
        </ModalLink>
      </Steps>
    )
  }
  if (state === 'full') {
    return (
      <Steps
        id={id}
        calendar={calendar}
        note="这场名额已满。候补后，预约截止前有名额就按先后补上，并用您填写的电话通知您。不收费，随时可以取消。"
      >
        <ModalLink className="button" query={orderModalPath({ orderType: 'openday', openDayId: id })}>
          加入候补
        </ModalLink>
      </Steps>
    )
  }
  if (state === 'not_offered' || (school !== undefined && school.isReceiving === undefined)) {
    const why = state === 'not_offered' ? '这场不在本站预约，想参加请直接联系学校' : '这场预约已截止'
    return <Steps id={id} calendar={calendar} note={`${why}。也可以看看其他场次。`} />
  }
  return (
    <Steps id={id} calendar={calendar} note="这场预约已截止。可以约其他时间单独参观，或者看看其他场次。">
      <ModalLink className="button" query={orderModalPath(school && { schoolId: school.id })}>
        约其他时间参观
      </ModalLink>
    </Steps>
  )
}

type StepsProps = { id: number; calendar: string; note: string; children?: ReactNode }

function Steps({ id, calendar, note, children }: StepsProps) {
  return (
    <>
      <p className={styles.steps}>
        {children}
        <CalendarLinks path={calendar} />
        <PosterLink of={['openday', id]} />
        <ShareButton />
      </p>
      <p className="soft small">{note}</p>
    </>
  )
}
