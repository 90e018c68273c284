import { useRef } from 'react'
import type { City } from '#server/contract/cities.ts'
import { notKnown } from '#server/contract/not-known.ts'
import { useStoredTicks } from '#app/articles/stored-checklist.ts'
import { CalendarLinks } from '#app/open-days/calendar-links.tsx'
import { PrintButton } from '#app/page-parts/print-button.tsx'
import { planCalendarPath } from '#app/open-days/calendar-paths.ts'
import { withChild, type ChildQuery } from '#server/contract/child/child-query.ts'
import { schoolListPath, schoolPath } from '#app/paths.ts'
import { Notice } from '#app/ui/notice.tsx'
import type { Plan } from './load-plan.server.ts'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import styles from './plan.module.css'

type Props = {
  city: City
  /** The child of the plan: the schools' pages speak for it too. */
  child: ChildQuery
  plan: Plan
}
type CalendarProps = Props & {
  /** Whether the page says already that all of it is sample content. */
  isSample: boolean
  /** Origin of absolute addresses; undefined when it is not known. */
  origin: string | undefined
}
type Step = Plan['months'][number]['steps'][number]

/** For whom a plan is made: 五年级，2027 年入学，港澳台. */
function planSubject({ grade, year, identity }: Pick<Plan, 'grade' | 'year' | 'identity'>): string {
  return [grade, `${year}\u00a0年入学`, identity].filter((text) => text !== undefined).join('，')
}

/**
 * The calendar of a child's admission by month, and what it does not know. With scripts its dates can be ticked, and the
 * ticks stay in this browser; without them the boxes are on paper alone. Another plan needs another element (a key).
 */
export function PlanCalendar({ city, child, plan, origin, isSample }: CalendarProps) {
  const { months, listed, total, source } = plan
  const calendar = useRef<HTMLElement>(null)
  useStoredTicks(calendar, planCalendarPath(city, plan.query))
  const unready = useHydrated() ? '' : ` ${styles.unready}`
  return (
    <section ref={calendar} className={`section ${styles.plan}${unready}`} aria-labelledby="plan">
      <h2 id="plan">入学日程：{planSubject(plan)}</h2>
      {listed === 0 ? (
        <Notice>{`${notKnown}${city.name}的学校 ${plan.year} 年入学${plan.grade}的日期。`}</Notice>
      ) : (
        <>
          <p className={`soft small ${styles.ticking}`}>做完一件打个勾，勾只记在这个浏览器里。</p>
          <div className={styles.more}>
            <p className="words">
              <CalendarLinks path={planCalendarPath(city, plan.query)} origin={origin} />
              <PrintButton />
            </p>
          </div>
        </>
      )}
      <div className={styles.months}>
        {months.map(({ month, notes, steps }) => (
          <section key={month} aria-label={month}>
            <h3>{month}</h3>
            {notes.map((note) => (
              <p className="soft small" key={note}>
                {note}
              </p>
            ))}
            <ol className={styles.steps}>
              {steps.map((step, at) => (
                <li
                  key={`${step.date} ${step.school.id} ${at}`}
                  className={step.over ? styles.over : undefined}
                >
                  <StepLine step={step} child={child} isSample={!isSample && step.sample === true} />
                </li>
              ))}
            </ol>
          </section>
        ))}
      </div>
      <Gaps city={city} child={child} plan={plan} />
      {total > listed ? (
        <p className="soft small">
          一共 {total} 个日子，这里先列出接下来的 {listed} 个。
        </p>
      ) : null}
      {listed === 0 ? null : (
        <p className="soft small">
          {source === undefined ? '' : `日期来源：${source}。`}以学校最新通知为准。
        </p>
      )}
    </section>
  )
}

type StepProps = Pick<Props, 'child'> & { step: Step; isSample: boolean }

function StepLine({ step, child, isSample }: StepProps) {
  const { date, day, title, school, note, source, over } = step
  return (
    <label>
      <input type="checkbox" autoComplete="off" value={`${school.id} ${title} ${date}`} />
      <span>
        <time dateTime={date}>{day}</time> <b>{title}</b>
        {over ? '（已经过了）' : null}
        <a href={withChild(schoolPath(school.id), child)}>{school.name}</a>
        {isSample ? <small>示例数据</small> : null}
        {note === undefined ? null : <small>{note}</small>}
        {source === undefined ? null : <small>来源：{source}</small>}
      </span>
    </label>
  )
}

/** Schools without dates, and those that are not listed, in words. */
function Gaps({ city, child, plan: { undated, refusing, year, grade, identity, query } }: Props) {
  return (
    <>
      {undated.total === 0 ? null : (
        <p className={styles.gap}>
          {`${undated.total} 所学校${notKnown} ${year} 年入学${grade}的日期，要问学校：`}
          {undated.items.map(({ id, name }, at) => (
            <span key={id}>
              {at === 0 ? '' : '、'}
              <a href={withChild(schoolPath(id), child)}>{name}</a>
            </span>
          ))}
          {undated.total > undated.items.length ? '等' : ''}。
        </p>
      )}
      {refusing === 0 ? null : (
        <p className={styles.gap}>
          {city.name}还有 {refusing} 所学校也有{grade}，但暂停招生，或不招{identity ?? grade}新生，没有列出。
          <a href={`${schoolListPath(city)}?${query}&eligible=no`}>看是哪些</a>
        </p>
      )}
    </>
  )
}
