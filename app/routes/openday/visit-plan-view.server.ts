import type { SchoolDetailData } from '#server/contract/schools/school-detail.ts'
import type { listOpenDays } from '#server/contract/open-days.ts'
import type { DataOf } from '#server/contract/endpoint.ts'
import { estimateText } from '#app/child/child-texts.server.ts'
import { hoursText, shortDateText } from '#app/ui/text/format.ts'
import { nonBreakingUnits } from '#app/ui/text/non-breaking-units.server.ts'
import { stateLabels } from './open-day-view.ts'
import { planVisits, type Unplanned, type Way } from './plan-visits.ts'

type OpenDay = DataOf<typeof listOpenDays>['items'][number]

/** The view model of a plan of visits. */
export type VisitPlanView = {
  days: {
    date: string
    stops: { id: number; school: string; title: string; hours: string; way?: string }[]
  }[]
  /** Schools that the plan has no open day of: why, an open day that is near, and whether the school can be asked for a visit. */
  others: { id: number; name: string; why: string; openDayId?: number; isReceiving: boolean }[]
  /** Open days of the plan. */
  openDayIds: number[]
  /** Whether any school can be asked. */
  canAsk: boolean
}

/** The plan of visits to some schools in words. */
export function visitPlanView(
  schools: readonly SchoolDetailData[],
  openDays: readonly OpenDay[],
): VisitPlanView {
  const { days, unplanned } = planVisits(schools, openDays)
  const stops = days.flatMap((day) => day.stops)
  return {
    days: days.map(({ stops: visits }) => ({
      date: shortDateText(visits[0]?.openDay.starts_at ?? ''),
      stops: visits.map(({ openDay, way }) => ({
        id: openDay.id,
        school: openDay.school?.name ?? '',
        title: openDay.title,
        hours: hoursText(openDay.starts_at, openDay.ends_at),
        ...(way === undefined ? {} : { way: wayText(way) }),
      })),
    })),
    others: unplanned.flatMap((each) => {
      const school = schools.find(({ id }) => id === each.school)
      if (school === undefined) return []
      const { nearest } = each
      return [
        {
          id: school.id,
          name: school.name,
          why: whyText(each),
          ...(nearest === undefined ? {} : { openDayId: nearest.id }),
          isReceiving: school.recipient !== undefined,
        },
      ]
    }),
    openDayIds: stops.map(({ openDay }) => openDay.id),
    canAsk: stops.length > 0 || schools.some(({ recipient }) => recipient !== undefined),
  }
}

function wayText({ gap, metres }: Way): string {
  const between = nonBreakingUnits(`中间有 ${gap} 分钟`)
  return metres === undefined
    ? `${between}；学校位置还没查到，路上多久请自己估计`
    : `${between}，${estimateText(metres)}`
}

function whyText({ why, nearest, clash }: Unplanned): string {
  if (nearest === undefined) return '近期没有开放日'
  const when = `${shortDateText(nearest.starts_at)} ${hoursText(nearest.starts_at, nearest.ends_at)}`
  if (why === 'not-bookable') return `最近一场 ${when}：${stateLabels[nearest.state]}`
  if (clash === undefined) return `最近一场 ${when}`
  const other = clash.with.school?.name ?? clash.with.title
  return clash.isFar ? `${when} 那场，和${other}之间来不及赶到` : `${when} 那场，和${other}时间重叠`
}
