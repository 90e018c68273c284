import type { ChildAnswer } from '#server/contract/child/child.ts'
import type { AdmissionStep } from '#server/contract/child/school-entry.ts'
import type { SchoolDetailData } from '#server/contract/schools/school-detail.ts'
import { childFormPath } from '#app/child/child-address.ts'
import { withChild, type ChildQuery } from '#server/contract/child/child-query.ts'
import { gradeText } from '#app/child/child-texts.server.ts'
import { textForChild } from '#app/child/text-for-child.server.ts'
import { childLabel, placeLabel } from '#app/child/read-child.server.ts'
import { isPastYear, schoolYearText } from '#app/child/school-year.server.ts'
import type { SchoolForChild } from '#app/child/school-for-child.ts'
import { pagePathOf } from '#app/page-path.ts'
import { schoolListPath, schoolPath } from '#app/paths.ts'
import { cityOfSchool } from '#app/schools/school-data.ts'

/** The list of a child narrowed to the schools that it may enter or may ask, where it can be judged. */
function fittingPath(list: string, { grade, identity }: ChildQuery): string {
  return grade === undefined && identity === undefined ? list : `${list}&eligible=yes%2Cask%2Cunknown`
}

/** Whose tuition the page gives for a child: 五年级; of a school year that is over 2024–2025 学年五年级. */
function gradeOfTuition(child: ChildAnswer): string | undefined {
  const { school_year: year, tuition } = child.cost ?? {}
  if (tuition === undefined) return undefined
  return `${isPastYear(year) ? schoolYearText(year) : ''}${gradeText(child)}`
}

/**
 * What a school's page says for the child of its address: the overview in short, the admissions section with all parts,
 * and the dates of a year whose steps it does not list; other sections nothing.
 */
export function schoolForChild(
  request: Request,
  school: SchoolDetailData,
  { query, steps }: { query: ChildQuery; steps: readonly AdmissionStep[] },
): SchoolForChild {
  const city = cityOfSchool(school)
  const path = pagePathOf(request)
  const admissions = schoolPath(school.id, 'admissions')
  const isWhole = path === admissions
  const isShown = isWhole || path === schoolPath(school.id)
  const links = [
    ...(isWhole ? [] : [{ href: withChild(admissions, query), label: '费用明细和报名日期' }]),
    { href: fittingPath(withChild(schoolListPath(city), query), query), label: '看适合的学校' },
    { href: childFormPath(withChild(path, query)), label: '修改' },
    { href: path, label: '清除孩子情况' },
  ]
  const { child } = school
  const tuitionOf = child && gradeOfTuition(child)
  const about = {
    query,
    label: childLabel(query, city.code),
    ...(tuitionOf === undefined ? {} : { tuitionOf }),
    links,
  }
  if (!isShown || child === undefined) return about
  const text = textForChild(child, {
    place: placeLabel(query, city.code),
    isSample: school.sample,
    isWhole,
    steps: isWhole && query.year !== undefined ? steps : [],
  })
  return { ...about, text }
}
