import { schoolListPath, schoolPath } from '#app/paths.ts'
import type { CardView } from '#app/ui/card-view.ts'
import { SchoolCards } from '#app/ui/school-card.tsx'
import { FactSheet } from './fact-sheet.tsx'
import { GraduateCards } from './graduate-cards.tsx'
import { Hero } from './hero.tsx'
import { LateSection } from './late-section.tsx'
import { OverviewParts } from './overview-parts.tsx'
import { QuestionList } from './question-list.tsx'
import type { EnvRow, GraduateRow, OpenDayRow, QuestionRow, TeacherRow, ViewRow } from './rows.ts'
import { cityOfSchool, useSchool } from './school-data.ts'

/**
 * What follows the fact sheet (the specification's detailTwoInfo): some with the page, some late. A part that
 * failed is undefined.
 */
export type DetailTwoInfo = {
  envs: EnvRow[] | undefined
  openDays: OpenDayRow[] | undefined
  views: ViewRow[] | undefined
  teachers: TeacherRow[] | undefined
  graduates: Promise<GraduateRow[] | undefined>
  answers: Promise<QuestionRow[] | undefined>
  similar: Promise<CardView[] | undefined>
}

/** A school's own page while a form lies over it: its beginning, and the way to the rest. */
export function SchoolUnderForm() {
  return (
    <>
      <Beginning />
      <p className="wrap section">
        <a href={schoolPath(useSchool().id)}>关闭表单，看学校的全部内容</a>
      </p>
    </>
  )
}

function Beginning({ envs = [] }: { envs?: EnvRow[] | undefined }) {
  const school = useSchool()
  return (
    <>
      <Hero school={school} envs={envs} />
      <FactSheet school={school} />
    </>
  )
}

/** A school's own page: its beginning, what each part holds in short, then the late parts. */
export function SchoolOverview(info: DetailTwoInfo) {
  const school = useSchool()
  const { counts, id } = school
  return (
    <>
      <Beginning envs={info.envs} />
      <OverviewParts school={school} openDays={info.openDays} views={info.views} teachers={info.teachers} />
      {counts.graduates === 0 ? null : (
        <LateSection
          id="graduates"
          title="毕业生"
          href={schoolPath(id, 'graduates')}
          more={`全部${counts.graduates}位`}
          part={info.graduates}
          failed="毕业生暂时没有加载出来。"
        >
          {(items) => <GraduateCards items={items} level={3} />}
        </LateSection>
      )}
      {counts.answers === 0 ? null : (
        <LateSection
          id="answers"
          title="家长问答"
          href={schoolPath(id, 'faq')}
          more={`全部${counts.answers}条`}
          part={info.answers}
          failed="家长问答暂时没有加载出来。"
        >
          {(items) => <QuestionList items={items} level={3} wide />}
        </LateSection>
      )}
      <LateSection
        id="similar"
        title="相似学校"
        href={schoolListPath(cityOfSchool(school), school.district?.slug)}
        more={school.district ? '同区学校' : '同城学校'}
        part={info.similar}
        failed="相似学校暂时没有加载出来。"
      >
        {(items) =>
          items.length === 0 ? <p>暂时没有相近的学校。</p> : <SchoolCards schools={items} tiles />
        }
      </LateSection>
    </>
  )
}
