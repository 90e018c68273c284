import { ChildLink } from '#app/child/child-link.tsx'
import { useLocation, useRevalidator } from '@remix-run/react'
import { useEffect } from 'react'
import type { MaybeDeferred } from '#app/page-parts/optional-part.server.ts'
import { modalOf } from '#app/navigation/modal-address.ts'
import { schoolListPath, schoolPath } from '#app/paths.ts'
import type { SchoolCardView } from '#app/schools/school-card-view.ts'
import { SchoolCards } from '#app/schools/school-card.tsx'
import { ChildSection } from './child-section.tsx'
import { FactSheet } from './fact-sheet.tsx'
import { GraduateCards } from '../people/graduate-cards.tsx'
import { Hero } from './hero.tsx'
import { DeferredSection } from '#app/page-parts/deferred-section.tsx'
import { isDeferred } from '#app/page-parts/is-deferred.ts'
import { NewsList } from '../news/news-list.tsx'
import { OpenDayList } from '../admissions/open-day-list.tsx'
import { About, Fees, Pair, Preview, Steps } from './overview-parts.tsx'
import { QuestionList } from '../questions/question-list.tsx'
import type { EnvRow, GraduateRow, OpenDayRow, QuestionRow, TeacherRow, ViewRow } from '../content-views.ts'
import { cityOfSchool, districtOrCityName, useSchool, useSchoolRoute } from '#app/schools/school-data.ts'
import { TeacherCards } from '../people/teacher-cards.tsx'

/**
 * Data of the overview's parts (the specification's detailTwoInfo), some of it deferred; undefined for a part that
 * failed.
 */
export type DetailTwoInfo = {
  envs: EnvRow[] | undefined
  openDays: MaybeDeferred<OpenDayRow[] | undefined>
  views: MaybeDeferred<ViewRow[] | undefined>
  teachers: MaybeDeferred<TeacherRow[] | undefined>
  graduates: Promise<GraduateRow[] | undefined>
  answers: Promise<QuestionRow[] | undefined>
  similar: Promise<SchoolCardView[] | undefined>
}

/** The overview under a modal: its beginning, and a link to the rest, which loads when the modal is closed. */
export function SchoolUnderForm() {
  const { search } = useLocation()
  const { revalidate } = useRevalidator()
  const isClosed = modalOf(new URLSearchParams(search)) === undefined
  useEffect(() => {
    if (isClosed) revalidate()
  }, [isClosed, revalidate])
  return (
    <>
      <Beginning />
      <p className="wrap section">
        <ChildLink href={schoolPath(useSchool().id)}>看学校的全部内容</ChildLink>
      </p>
    </>
  )
}

function Beginning({ envs = [] }: { envs?: EnvRow[] | undefined }) {
  const school = useSchool()
  return (
    <>
      <ChildSection />
      {useIsLittleKnown() ? null : <Hero school={school} envs={envs} />}
    </>
  )
}

/** Whether little is known of the school, and there are no pictures: all facts then stand first, and once. */
function useIsLittleKnown(): boolean {
  const { detailInfo: school, gaps } = useSchoolRoute()
  return gaps?.isLittleKnown === true && school.cover === undefined && school.counts.envs === 0
}

/**
 * The overview of a school: what decides first, pictures, costs, admission, life, people, outcomes and questions, then
 * all facts, which are first where they are few. Deferred parts stand at the end.
 */
export function SchoolOverview(info: DetailTwoInfo) {
  const school = useSchool()
  const { counts, id, summary } = school
  const { child, entry } = useSchoolRoute()
  const isLittleKnown = useIsLittleKnown()
  const isComparable = school.stages.length > 0 || school.kind !== undefined || school.curricula.length > 0
  const hasSteps = entry !== undefined && entry.steps.length > 0
  const hasOpenDays = counts.open_days > 0 && !isDeferred(info.openDays)
  const openDays = {
    id: 'opendays',
    title: '开放日',
    count: counts.open_days,
    part: info.openDays,
    children: (items: OpenDayRow[]) => <OpenDayList items={items} />,
  }
  const news = {
    id: 'news',
    title: '最新动态',
    href: schoolPath(id, 'news'),
    more: `全部${counts.views}条`,
    count: counts.views,
    part: info.views,
    children: (items: ViewRow[]) => <NewsList items={items} level={3} across />,
  }
  const teachers = {
    id: 'teachers',
    title: '师资',
    href: schoolPath(id, 'teachers'),
    more: `看 ${counts.teachers} 位介绍`,
    count: counts.teachers,
    part: info.teachers,
    children: (items: TeacherRow[]) => <TeacherCards items={items} level={3} />,
  }
  return (
    <>
      <Beginning envs={info.envs} />
      {isLittleKnown ? <FactSheet school={school} /> : null}
      <div className="wrap">
        <Pair>
          <Fees />
          {hasSteps || hasOpenDays || summary !== undefined ? (
            <div>
              {hasSteps ? <Steps entry={entry} /> : null}
              <Preview {...openDays} />
              <About />
            </div>
          ) : null}
        </Pair>
        <Preview {...news} />
        <Preview {...teachers} />
      </div>
      <Preview {...openDays} isLast />
      <Preview {...news} isLast />
      <Preview {...teachers} isLast />
      <Preview
        id="graduates"
        title="毕业生"
        href={schoolPath(id, 'graduates')}
        more={`看 ${counts.graduates} 位介绍`}
        count={counts.graduates}
        part={{ deferred: info.graduates }}
        isLast
      >
        {(items) => <GraduateCards items={items} level={3} />}
      </Preview>
      <Preview
        id="answers"
        title="家长问答"
        href={schoolPath(id, 'faq')}
        more={`全部${counts.answers}条`}
        count={counts.answers}
        part={{ deferred: info.answers }}
        isLast
      >
        {(items) => <QuestionList items={items} level={3} wide />}
      </Preview>
      {isLittleKnown ? null : <FactSheet school={school} />}
      <DeferredSection
        id="similar"
        title={isComparable ? '相似学校' : `${districtOrCityName(school)}的学校`}
        href={schoolListPath(cityOfSchool(school), school.district?.slug)}
        more={school.district ? '同区学校' : '同城学校'}
        part={info.similar}
        failed={`${isComparable ? '相似' : '附近的'}学校暂时没有加载出来。`}
      >
        {(items) =>
          items.length === 0 ? (
            <p>没有收录别的学校。</p>
          ) : (
            <SchoolCards schools={items} child={child?.query} tiles isContinued={school.sample} />
          )
        }
      </DeferredSection>
    </>
  )
}
