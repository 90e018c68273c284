import type { z } from 'zod'
import type { openDayNotices, listStaffOpenDays } from '#server/contract/staff/open-days.ts'

/** An open day as the API lists it. */
export type OpenDay = z.output<typeof listStaffOpenDays.data>['items'][number]

/** What pages call the states of an open day. */
export const stateNames: Readonly<Record<OpenDay['state'], string>> = {
  open: '可以预约',
  full: '已约满',
  closed: '预约已截止',
  not_offered: '学校没有接收申请，不能预约',
  past: '已结束',
  cancelled: '已取消',
}

/** What guests are notified of. */
export const noticeNames: Readonly<Record<(typeof openDayNotices)[number], string>> = {
  moved: '改期',
  relocated: '改地点',
  cancelled: '取消',
  reinstated: '恢复举行',
  seat: '候补有了名额',
  removed: '移出候补',
}

/** The state of an open day. */
export function OpenDayState({
  openDay: { state, withdrawn },
}: {
  openDay: Pick<OpenDay, 'state' | 'withdrawn'>
}) {
  if (withdrawn) return <span className="tag warn">已撤下</span>
  const tone = state === 'open' ? 'tag strong' : state === 'cancelled' ? 'tag warn' : 'tag'
  return <span className={tone}>{stateNames[state]}</span>
}

/** Seats that are taken of an open day, of how many. */
export function seatsText({ taken, capacity }: Pick<OpenDay, 'taken' | 'capacity'>): string {
  return capacity === undefined ? `${taken} 个，不限名额` : `${taken} / ${capacity} 个`
}
