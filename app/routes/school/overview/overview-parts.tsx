import type { ReactNode } from 'react'
import type { SchoolDetailData } from '#server/contract/schools.ts'
import type { MaybeDeferred } from '#app/page-parts/optional-part.server.ts'
import { schoolPath } from '#app/paths.ts'
import { SectionHeading } from '#app/ui/section-heading.tsx'
import { RichText } from '#app/ui/text/rich-text.tsx'
import { FeesTable } from '../admissions/fees-table.tsx'
import { isDeferred } from '#app/page-parts/is-deferred.ts'
import { NewsList } from '../news/news-list.tsx'
import { OpenDayList } from '../admissions/open-day-list.tsx'
import styles from './overview-parts.module.css'
import type { OpenDayRow, TeacherRow, ViewRow } from '../content-views.ts'
import { TeacherCards } from '../people/teacher-cards.tsx'

type Props = {
  school: SchoolDetailData
  /** Whether the page says already what the child of its address costs. */
  hasCosts: boolean
  openDays: MaybeDeferred<OpenDayRow[] | undefined>
  views: MaybeDeferred<ViewRow[] | undefined>
  teachers: MaybeDeferred<TeacherRow[] | undefined>
}

/** Previews of a school's sections; empty and deferred ones are left out, failed ones show a message. */
export function OverviewParts({ school, hasCosts, openDays, views, teachers }: Props) {
  const { counts, fees, id } = school
  return (
    <div className="wrap">
      <div className={styles.pair}>
        <About school={school} />
        {counts.open_days === 0 || isDeferred(openDays) ? null : (
          <Part id="opendays" title="开放日">
            {openDays === undefined ? <Failed /> : <OpenDayList items={openDays} />}
          </Part>
        )}
      </div>
      <div className={styles.pair}>
        {hasCosts || (fees.length === 0 && school.tuition_min === undefined) ? null : (
          <Part id="fees" title="学费与费用" href={schoolPath(id, 'admissions')} more="招生与费用">
            <FeesTable school={school} />
          </Part>
        )}
        {counts.views === 0 || isDeferred(views) ? null : (
          <Part id="news" title="最新动态" href={schoolPath(id, 'news')} more={`全部${counts.views}条`}>
            {views === undefined ? <Failed /> : <NewsList items={views} level={3} />}
          </Part>
        )}
      </div>
      {counts.teachers === 0 || isDeferred(teachers) ? null : (
        <Part id="teachers" title="师资" href={schoolPath(id, 'teachers')} more={`全部${counts.teachers}位`}>
          {teachers === undefined ? <Failed /> : <TeacherCards items={teachers} level={3} />}
        </Part>
      )}
    </div>
  )
}

/** The beginning of the school's own text. */
function About({ school }: { school: SchoolDetailData }) {
  const [first] = school.about
  const { summary } = school
  if (summary === undefined && first === undefined) return null
  return (
    <Part id="about" title="关于学校" href={first && schoolPath(school.id, 'aboutus')} more="完整简介">
      {summary === undefined ? null : <p className={styles.summary}>{summary}</p>}
      {first === undefined ? null : <RichText html={first.body} />}
    </Part>
  )
}

type PartProps = { id: string; title: string; href?: string | undefined; more?: string; children: ReactNode }

function Part({ id, title, href, more, children }: PartProps) {
  return (
    <section className="section" aria-labelledby={id}>
      <SectionHeading id={id} title={title} href={href} {...(more === undefined ? {} : { more })} />
      {children}
    </section>
  )
}

function Failed() {
  return <p className="soft">这一部分暂时没有加载出来，可以稍后刷新再看。</p>
}
