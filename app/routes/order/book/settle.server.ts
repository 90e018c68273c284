import { decisionCriteria, type DecisionCriterion } from '#server/contract/catalogue/decision-criteria.ts'
import type { listOpenDays } from '#server/contract/open-days.ts'
import type { DataOf } from '#server/contract/endpoint.ts'
import type { SchoolDetailData } from '#server/contract/schools/school-detail.ts'
import { childPath } from '#app/child/child-address.ts'
import type { CheckedChild } from '#app/child/read-child.server.ts'
import { placeLabel } from '#app/child/read-child.server.ts'
import { deadlineText, distanceText, travelText } from '#app/child/child-texts.server.ts'
import { priceFor } from '#app/leads/load-order.server.ts'
import { openDayPagePath, orderPath, schoolPath } from '#app/paths.ts'
import { hoursText, shortDateText } from '#app/ui/text/format.ts'

type OpenDay = DataOf<typeof listOpenDays>['items'][number]

/** What would settle a disagreement: a sentence, and where to do it. */
export type Settling = { text: string; href?: string; link?: string }

/** What is known of the schools of a book. */
export type Known = {
  schools: readonly SchoolDetailData[]
  openDays: readonly OpenDay[]
  child: CheckedChild
}

/** What would settle what people think of a school by a criterion: a visit, a number or a date, from what the site has or lacks. */
export function settlingOf(known: Known, schoolId: number, criterion: DecisionCriterion): Settling {
  const school = known.schools.find(({ id }) => id === schoolId)
  if (school === undefined) return { text: '这所学校已经不在本站，请直接问学校' }
  const { settledBy } = decisionCriteria.find(({ slug }) => slug === criterion) ?? {}
  if (settledBy === 'visit') return visitTo(school, known.openDays)
  if (criterion === 'cost') return costOf(school)
  if (criterion === 'way') return wayTo(school, known.child)
  return criterion === 'results' ? resultsOf(school) : dateOf(school, known.child)
}

function visitTo(school: SchoolDetailData, openDays: readonly OpenDay[]): Settling {
  const day = openDays.find((each) => each.school?.id === school.id)
  if (day !== undefined) {
    const when = `${shortDateText(day.starts_at)} ${hoursText(day.starts_at, day.ends_at)}`
    return { text: `要去看：一起再去一次，${when} 有开放日`, href: openDayPagePath(day.id), link: '看这场' }
  }
  const text = '要去看：一起再去一次，近期没有开放日'
  return school.recipient === undefined
    ? { text: `${text}，直接跟学校约` }
    : { text, href: orderPath({ schoolId: school.id }), link: '约时间参观' }
}

function costOf(school: SchoolDetailData): Settling {
  const price = priceFor(school)
  return price === undefined
    ? { text: '缺一个数：本站还没有它的学费，向学校要一份一年要付的清单' }
    : { text: `看同一个数：${price}`, href: schoolPath(school.id, 'admissions'), link: '费用明细' }
}

function wayTo(school: SchoolDetailData, child: CheckedChild): Settling {
  const answer = school.child
  const distance = answer && distanceText(answer, placeLabel(child, school.city_code))
  if (answer === undefined || distance === undefined)
    return child.near === undefined
      ? { text: '缺一个数：从家里到学校多远', href: childPath, link: '说住在哪里' }
      : { text: '缺一个数：本站还没有它的位置，上学的时间自己走一趟' }
  return {
    text: `看同一个数：${[distance, travelText(answer)].filter(Boolean).join('，')}；再在上学的时间走一趟`,
  }
}

function resultsOf(school: SchoolDetailData): Settling {
  const { graduates } = school.counts
  return graduates === 0
    ? { text: '缺一个数：本站还没有它的毕业去向，问学校最近一届去了哪里、多少人' }
    : {
        text: `看同一批：${graduates} 位毕业生的去向`,
        href: schoolPath(school.id, 'graduates'),
        link: '毕业去向',
      }
}

function dateOf(school: SchoolDetailData, child: CheckedChild): Settling {
  const date = school.child && deadlineText(school.child)
  if (date !== undefined)
    return { text: `看同一个日期：${date}`, href: schoolPath(school.id, 'admissions'), link: '招生' }
  return child.grade === undefined
    ? { text: '缺一个日期：孩子的年级哪天报名', href: childPath, link: '说孩子几年级' }
    : { text: '缺一个日期：本站还没有它的报名日期，问学校' }
}
