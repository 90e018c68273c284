import { useLocation, useRevalidator } from '@remix-run/react'
import { useEffect } from 'react'
import type { MaybeDeferred } from '#app/page-parts/optional-part.server.ts'
import { modalOf } from '#app/navigation/modal-address.ts'
import { schoolListPath, schoolPath } from '#app/paths.ts'
import type { SchoolCardView } from '#app/cards/school-card-view.ts'
import { SchoolCards } from '#app/cards/school-card.tsx'
import { ChildSection } from './child-section.tsx'
import { FactSheet } from './fact-sheet.tsx'
import { GraduateCards } from '../people/graduate-cards.tsx'
import { Hero } from './hero.tsx'
import { DeferredSection } from '#app/page-parts/deferred-section.tsx'
import { isDeferred } from '#app/page-parts/is-deferred.ts'
import { NewsList } from '../news/news-list.tsx'
import { OpenDayList } from '../admissions/open-day-list.tsx'
import { OverviewParts } from './overview-parts.tsx'
import { QuestionList } from '../questions/question-list.tsx'
import type { EnvRow, GraduateRow, OpenDayRow, QuestionRow, TeacherRow, ViewRow } from '../content-views.ts'
import { cityOfSchool, useSchool, useSchoolRoute } from '#app/school/school-data.ts'
import { TeacherCards } from '../people/teacher-cards.tsx'

/**
 * Data below the fact sheet (the specification's detailTwoInfo), some of it deferred; undefined for a part that
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
        <a href={schoolPath(useSchool().id)}>看学校的全部内容</a>
      </p>
    </>
  )
}

function Beginning({ envs = [] }: { envs?: EnvRow[] | undefined }) {
  const school = useSchool()
  return (
    <>
      <ChildSection />
      <Hero school={school} envs={envs} />
      <FactSheet school={school} />
    </>
  )
}

/** The overview of a school: hero, fact sheet, previews of its sections, then deferred sections. */
export function SchoolOverview(info: DetailTwoInfo) {
  const school = useSchool()
  const { counts, id } = school
  const { child } = useSchoolRoute()
  const { openDays, views, teachers } = info
  return (
    <>
      <Beginning envs={info.envs} />
      <OverviewParts
        school={school}
        hasCosts={child !== undefined}
        openDays={openDays}
        views={views}
        teachers={teachers}
      />
      {isDeferred(openDays) && counts.open_days > 0 ? (
        <DeferredSection
          id="opendays"
          title="开放日"
          part={openDays.deferred}
          failed="开放日暂时没有加载出来。"
        >
          {(items) => <OpenDayList items={items} />}
        </DeferredSection>
      ) : null}
      {isDeferred(views) && counts.views > 0 ? (
        <DeferredSection
          id="news"
          title="最新动态"
          href={schoolPath(id, 'news')}
          more={`全部${counts.views}条`}
          part={views.deferred}
          failed="最新动态暂时没有加载出来。"
        >
          {(items) => <NewsList items={items} level={3} />}
        </DeferredSection>
      ) : null}
      {isDeferred(teachers) && counts.teachers > 0 ? (
        <DeferredSection
          id="teachers"
          title="师资"
          href={schoolPath(id, 'teachers')}
          more={`全部${counts.teachers}位`}
          part={teachers.deferred}
          failed="师资暂时没有加载出来。"
        >
          {(items) => <TeacherCards items={items} level={3} />}
        </DeferredSection>
      ) : null}
      {counts.graduates === 0 ? null : (
        <DeferredSection
          id="graduates"
          title="毕业生"
          href={schoolPath(id, 'graduates')}
          more={`全部${counts.graduates}位`}
          part={info.graduates}
          failed="毕业生暂时没有加载出来。"
        >
          {(items) => <GraduateCards items={items} level={3} />}
        </DeferredSection>
      )}
      {counts.answers === 0 ? null : (
        <DeferredSection
          id="answers"
          title="家长问答"
          href={schoolPath(id, 'faq')}
          more={`全部${counts.answers}条`}
          part={info.answers}
          failed="家长问答暂时没有加载出来。"
        >
          {(items) => <QuestionList items={items} level={3} wide />}
        </DeferredSection>
      )}
      <DeferredSection
        id="similar"
        title="相似学校"
        href={schoolListPath(cityOfSchool(school), school.district?.slug)}
        more={school.district ? '同区学校' : '同城学校'}
        part={info.similar}
        failed="相似学校暂时没有加载出来。"
      >
        {(items) =>
          items.length === 0 ? (
            <p>暂时没有相近的学校。</p>
          ) : (
            <SchoolCards schools={items} child={child?.query} tiles isContinued={school.sample} />
          )
        }
      </DeferredSection>
    </>
  )
}
