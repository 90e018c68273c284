import { ChildLink } from '#app/child/child-link.tsx'
import type { City } from '#server/contract/cities.ts'
import {
  jointOrderPath,
  newBookPath,
  openDayPagePath,
  openDayPath,
  orderPath,
  schoolPath,
} from '#app/paths.ts'
import type { OpenDayView } from './open-day-view.ts'
import { mostPlanned } from './plan-visits.ts'
import type { VisitPlanView } from './visit-plan-view.server.ts'
import styles from './visit-plan.module.css'

/** A plan of visits: which day, in which order, how long between, what it cannot have; and one form for all of its schools. */
export function VisitPlan({ plan, ids }: { plan: VisitPlanView; ids: readonly number[] }) {
  const { days, others, openDayIds, canAsk } = plan
  const visits = openDayIds.length
  return (
    <section className={styles.plan} aria-labelledby="plan">
      <h2 id="plan">参观安排</h2>
      {visits === 0 ? null : (
        <p className="soft">{`排上 ${visits} 所，${days.length} 天：先多看几所，再少跑几天，再早一点。`}</p>
      )}
      {days.map(({ date, stops }) => (
        <section key={date} aria-label={date}>
          <h3>{date}</h3>
          <ol>
            {stops.map(({ id, school, title, hours, way }) => (
              <li key={id}>
                {way === undefined ? null : <p className="soft small">{way}</p>}
                <b>{hours}</b> <ChildLink href={openDayPagePath(id)}>{`${school}：${title}`}</ChildLink>
              </li>
            ))}
          </ol>
        </section>
      ))}
      {others.length === 0 ? null : (
        <>
          <h3>没排上的</h3>
          <ul>
            {others.map((other) => (
              <Other key={other.id} of={other} />
            ))}
          </ul>
        </>
      )}
      {canAsk ? (
        <p>
          <ChildLink className="button" href={jointOrderPath(ids, openDayIds)}>
            {ids.length === 1 ? '预约' : '一次约好'}
          </ChildLink>
          <BookLink ids={ids} />
        </p>
      ) : (
        <p>
          <BookLink ids={ids} />
        </p>
      )}
    </section>
  )
}

/** The way to a family's decision book about the schools of a plan, for the time after the visits. */
function BookLink({ ids }: { ids: readonly number[] }) {
  return (
    <ChildLink className="button quiet" href={newBookPath({ ids })} rel="nofollow">
      看完一起打分
    </ChildLink>
  )
}

function Other({ of: { id, name, why, openDayId, isReceiving } }: { of: VisitPlanView['others'][number] }) {
  return (
    <li>
      <ChildLink href={schoolPath(id)}>{name}</ChildLink>
      {'：'}
      {openDayId === undefined ? why : <ChildLink href={openDayPagePath(openDayId)}>{why}</ChildLink>}
      {isReceiving ? (
        <>
          {'。可以'}
          <ChildLink href={orderPath({ schoolId: id })}>
            约时间单独参观<span className="vh">{name}</span>
          </ChildLink>
        </>
      ) : (
        '。这所学校不在本站接收预约，请直接联系学校'
      )}
      。
    </li>
  )
}

type ChoiceProps = {
  city: City
  items: readonly OpenDayView[]
  without: readonly { id: number; name: string }[]
}

/** A form that chooses the schools of a plan from more of them; nothing where all have none that are named. */
export function VisitChoice({ city, items, without }: ChoiceProps) {
  const named = new Map([
    ...items.flatMap(({ school }): [number, string][] =>
      school === undefined ? [] : [[school.id, school.name]],
    ),
    ...without.map(({ id, name }): [number, string] => [id, name]),
  ])
  if (named.size === 0) return null
  return (
    <form className={styles.choice} action={openDayPath(city)}>
      <fieldset>
        <legend>{`排参观安排：选最多 ${mostPlanned} 所`}</legend>
        {[...named].map(([id, name]) => (
          <label key={id}>
            <input type="checkbox" name="ids" value={id} />
            {name}
          </label>
        ))}
      </fieldset>
      <button className="button quiet">排一排</button>
    </form>
  )
}
