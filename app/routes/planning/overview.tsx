import type { City } from '#server/contract/cities.ts'
import { stages } from '#server/contract/vocabulary.ts'
import type { ChildQuery } from '#server/contract/child/child-query.ts'
import { childFormPath } from '#app/child/child-address.ts'
import { gradePath, orderPath, planningPath, schoolListPath } from '#app/paths.ts'
import { useHasAdvisors, useHasPart, useRootData } from '#app/root-data.ts'
import { Breadcrumbs, cityBreadcrumbs } from '#app/ui/breadcrumbs.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { Picture } from '#app/media/picture.tsx'
import type { Fits } from './load-fits.server.ts'
import type { Path } from './load-path.server.ts'
import type { Plan } from './load-plan.server.ts'
import type { Topic } from './load-planning.server.ts'
import type { Total } from './load-total.server.ts'
import { PlanCalendar } from './plan-calendar.tsx'
import { PlanFits } from './plan-fits.tsx'
import { PlanPath } from './plan-path.tsx'
import { PlanTotal } from './plan-total.tsx'
import styles from './planning.module.css'

type Props = { city: City; topics: readonly Topic[] }
type WholePlan = {
  child: ChildQuery
  steps: Plan
  fits: Fits | undefined
  /** Null for the last grade. */
  path: Path | undefined | null
  total: Total | undefined
  chosen: readonly number[]
  /** Query of this address, without the schools. */
  query: string
}
type OverviewProps = Props & {
  /** What is said to one child. */
  plan: WholePlan | undefined
}

/** Heading of the overview. */
export const overviewHeading = (city: City) => `${city.name}升学规划`
/** Breadcrumbs of the overview. */
export const overviewBreadcrumbs = (city: City) => cityBreadcrumbs(city, { name: '升学规划' })

/** The plan for a child where one is asked for, then all planning articles of a city: first those about the city itself. */
export function Overview({ city, topics, plan }: OverviewProps) {
  const origin = useRootData()?.origin
  const isSample = plan !== undefined && isAllSample(plan)
  const hasPart = useHasPart()
  return (
    <main id="main" className="wrap">
      <Breadcrumbs items={overviewBreadcrumbs(city)} />
      <h1>{overviewHeading(city)}</h1>
      {topics.length === 0 ? null : (
        <p className="soft">
          什么时候看学校，什么时候换课程，一年要准备多少钱：按孩子现在的学段，一步一步来。
        </p>
      )}
      {plan === undefined && !hasPart(city, 'child') ? null : (
        <p className={styles.ask}>
          <a
            className="button quiet"
            href={childFormPath(plan ? `${planningPath(city)}?${plan.query}` : planningPath(city))}
          >
            {plan ? '改孩子的情况' : '按孩子列日程、选学校、算学费'}
          </a>
        </p>
      )}
      {plan === undefined ? null : (
        <>
          <nav className={styles.ask} aria-label="这份规划">
            <p className="words">
              {[
                { href: '#plan', label: '日程' },
                { href: '#fits', label: '学校' },
                ...(plan.path === null ? [] : [{ href: '#path', label: '路径' }]),
                ...(plan.total === undefined ? [] : [{ href: '#total', label: '学费' }]),
              ].map(({ href, label }) => (
                <a className="word" key={href} href={href}>
                  {label}
                </a>
              ))}
            </p>
          </nav>
          {isSample ? <p className="soft small">示例数据</p> : null}
          <PlanCalendar
            key={`${city.code} ${plan.steps.query}`}
            city={city}
            child={plan.child}
            plan={plan.steps}
            origin={origin}
            isSample={isSample}
          />
          <PlanFits
            city={city}
            child={plan.child}
            fits={plan.fits}
            chosen={plan.chosen}
            isSample={isSample}
          />
          {plan.path === null ? null : <PlanPath child={plan.child} path={plan.path} isSample={isSample} />}
          {plan.total === undefined ? null : (
            <PlanTotal child={plan.child} total={plan.total} isSample={isSample} />
          )}
        </>
      )}
      {plan === undefined && hasPart(city, 'stages') ? (
        <nav className="section" aria-label="孩子现在的学段">
          <p className="words">
            {stages.map(({ slug, label }) => (
              <a className="word" key={slug} href={`${gradePath(city)}#${slug}`}>
                {label}怎么选
              </a>
            ))}
          </p>
        </nav>
      ) : null}
      {plan === undefined || topics.length === 0 ? (
        <Articles city={city} topics={topics} inSight={plan === undefined} />
      ) : (
        <details className={`section ${styles.more}`}>
          <summary>
            <h2>{`${topics.length} 篇规划文章`}</h2>
          </summary>
          <Articles city={city} topics={topics} inSight={false} />
        </details>
      )}
      {useHasAdvisors() ? (
        <section className="section panel" aria-labelledby="ask">
          <h2 id="ask">想要孩子专属的规划？</h2>
          <p className="soft">告诉我们年级、大致方向和预算，本站的工作人员联系您，一起理时间表和备选学校。</p>
          <p className={styles.ask}>
            <a className="button" href={orderPath({ orderType: 'planning' })}>
              预约升学规划
            </a>
          </p>
        </section>
      ) : null}
    </main>
  )
}

/** Whether a plan names schools and all of them are sample content. */
function isAllSample({ steps, fits, path, total }: WholePlan): boolean {
  const named = [
    ...steps.months.flatMap((month) => month.steps),
    ...(fits === undefined ? [] : [...fits.schools, ...fits.misses]),
    ...(path?.steps.flatMap((step) => step.schools) ?? []),
    ...(total?.schools ?? []),
  ]
  return named.length > 0 && named.every(({ sample }) => sample === true)
}

type ArticlesProps = Props & { inSight: boolean }

/** All articles of a city: first those about the city itself. */
function Articles({ city, topics, inSight }: ArticlesProps) {
  const own = topics.filter((topic) => topic.own)
  const general = topics.filter((topic) => !topic.own)
  return (
    <>
      {topics.length === 0 ? (
        <Notice>
          暂无规划文章。可以先<a href={schoolListPath(city)}>看{city.name}的学校</a>。
        </Notice>
      ) : null}
      {own.length === 0 ? null : (
        <section className="section" aria-labelledby="own">
          <h2 id="own">{city.name}的时间线与预算</h2>
          <Topics city={city} topics={own} inSight={inSight} />
        </section>
      )}
      {general.length === 0 ? null : (
        <section className="section" aria-labelledby="general">
          <h2 id="general">按孩子的情况看</h2>
          <Topics city={city} topics={general} inSight={inSight && own.length === 0} />
        </section>
      )}
    </>
  )
}

function Topics({ city, topics, inSight }: ArticlesProps) {
  return (
    <ul className={styles.topics}>
      {topics.map(({ slug, title, summary, picture }, at) => (
        <li key={slug}>
          {picture === undefined ? null : (
            <Picture
              picture={picture}
              alt=""
              sizes="(min-width:750px) 350px,112px"
              wide
              eager={inSight && at === 0}
            />
          )}
          <div>
            <h3>
              <a href={planningPath(city, slug)}>{title}</a>
            </h3>
            {summary === undefined ? null : <p className="soft small">{summary}</p>}
          </div>
        </li>
      ))}
    </ul>
  )
}
