import { ChildLink } from '#app/child/child-link.tsx'
import { openDayPath, orderPath } from '#app/paths.ts'
import { NoWrap } from '#app/ui/text/no-wrap.tsx'
import { Notice } from '#app/ui/notice.tsx'
import type { City } from '#server/contract/cities.ts'
import type { OrderView } from './load-order.server.ts'
import styles from './order-form.module.css'

/**
 * The step before a form for an open day: the days that can be booked, each with a link to its own form. The consents of
 * that form name the host of the day, so that nobody types or consents before the day is chosen.
 */
export function DayChoice({ view, city }: { view: OrderView; city: City }) {
  const { school, others, isElsewhere } = view
  const visit =
    view.recipient === undefined ? null : (
      <>
        可以<ChildLink href={orderPath(school && { schoolId: school.id })}>约一个时间单独参观</ChildLink>
        ，或者
      </>
    )
  const all = <ChildLink href={openDayPath(city)}>{`看${city.name}的全部开放日`}</ChildLink>
  if (others.length === 0) {
    return (
      <Notice>
        近期没有可以预约的开放日。{visit}
        {all}。
      </Notice>
    )
  }
  return (
    <>
      <p>
        {isElsewhere === true && school !== undefined
          ? `${school.name}近期没有可以预约的开放日，下面是其他学校的。`
          : null}
        先选一场，再填姓名和电话。
      </p>
      <ul className={styles.others}>
        {others.map(({ id, title, when, place }) => (
          <li key={id}>
            <span>
              <NoWrap text={when} />
              <br />
              <b>{title}</b>
              {place === undefined ? null : (
                <>
                  <br />
                  <span className="soft">{place}</span>
                </>
              )}
            </span>
            <ChildLink className="button quiet" href={orderPath({ orderType: 'openday', openDayId: id })}>
              预约 <span className="vh">{`${title} ${when}`}</span>
            </ChildLink>
          </li>
        ))}
      </ul>
      <p>
        没有合适的，{visit}
        {all}。
      </p>
    </>
  )
}
