import { codes } from '#server/contract/codes.ts'
import { hasRight } from '#server/contract/staff/roles.ts'
import {
  addLeadNote,
  assignLead,
  claimLead,
  getLead,
  getLeadFilters,
  getLeadQueue,
  listLeads,
  type LeadFilterInput,
  postponeLead,
  recordLeadCall,
  releaseLead,
  resendLead,
  revealLead,
  takeNextLead,
  transferLead,
} from '#server/contract/staff/leads.ts'
import { listPage } from '#server/db/list-page.ts'
import { findAdvisors, findSchoolsOfLeads, findStaffLeads, type LeadFilter } from '#server/db/staff/leads.ts'
import { chinaDayAndClock, startOfChinaDay } from '#server/services/china-time.ts'
import { leadDetail, leadItems, type LeadViewer } from '#server/services/staff/lead-view.ts'
import type { LeadAct, LeadRefusal } from '#server/services/staff/locked-lead.ts'
import type { Staff } from '#server/services/staff/read-staff.ts'
import * as queue from '#server/services/staff/lead-queue.ts'
import * as work from '#server/services/staff/work-leads.ts'
import { ApiError, invalidFields, notFound } from '../api-error.ts'
import type { ApiDependencies } from '../dependencies.ts'
import { found } from '../found.ts'
import { leadReachOf } from './school-scope.ts'
import { serveStaff } from './serve-staff.ts'

const dayMs = 86_400_000
const notAhead = { next_at: '下次联系要晚于现在，最多一年以后' }

/** Endpoints of leads. */
export function staffLeadEndpoints(dependencies: ApiDependencies) {
  const { database, personal, now } = dependencies
  const { db } = database
  const needs = { db, personal }
  const viewerOf = (staff: Staff): LeadViewer => ({
    staffId: staff.id,
    reach: leadReachOf(staff),
    mayWrite: hasRight(staff.role, 'leads.write'),
    now: now(),
  })
  const askerOf = (staff: Staff) => ({
    staff: { id: staff.id, name: staff.name },
    reach: leadReachOf(staff),
    now: now(),
  })
  const actOf = (staff: Staff, { reference }: { reference: string }): LeadAct => ({
    ...askerOf(staff),
    reference,
  })

  return [
    serveStaff(listLeads, async ({ input, staff }) => {
      const viewer = viewerOf(staff)
      const filter = { ...leadFilterOf(input, viewer), page: input.page, page_size: input.page_size }
      const { rows, total } = await findStaffLeads(db, viewer.reach, filter)
      return listPage(input, await leadItems(needs, rows, viewer), total)
    }),
    serveStaff(getLeadFilters, async ({ staff }) => {
      const reach = leadReachOf(staff)
      return {
        schools: await findSchoolsOfLeads(db, reach),
        advisors: reach.schoolId === undefined ? await findAdvisors(db) : [],
      }
    }),
    serveStaff(getLead, async ({ input, staff }) =>
      found(await leadDetail(needs, input.reference, viewerOf(staff))),
    ),
    serveStaff(claimLead, async ({ input, staff }) => {
      const claimed = await work.claimLead(dependencies, actOf(staff, input))
      if (claimed.state === 'passed-on') throw notFound()
      const { until } = doneOrThrow(claimed)
      return { msg: '已认领', until: until.toISOString() }
    }),
    serveStaff(releaseLead, async ({ input, staff }) => {
      doneOrThrow(await work.releaseLead(dependencies, actOf(staff, input)))
      return { msg: '已放弃认领' }
    }),
    serveStaff(revealLead, async ({ input, staff }) => {
      const outcome = await work.revealLead(dependencies, actOf(staff, input))
      if (outcome.state === 'not-transferred')
        throw new ApiError(codes.forbidden, { message: '这条线索还没有转给学校，不能查看电话' })
      const { name, phone, message, until } = doneOrThrow(outcome)
      return { name, phone, message, claimed_until: until?.toISOString() }
    }),
    serveStaff(recordLeadCall, async ({ input, staff }) => {
      const { outcome, at, note, next_at: nextAt, also, held } = input
      const act = actOf(staff, input)
      const done = await work.recordCall(dependencies, act, {
        outcome,
        note,
        also,
        isHeld: held,
        at: at === undefined ? act.now : new Date(at),
        nextAt: nextAt === undefined ? undefined : new Date(nextAt),
      })
      if (done.state === 'future') throw invalidFields({ at: '联系时间不能晚于现在' })
      if (done.state === 'before') throw invalidFields({ at: '联系时间不能早于提交时间' })
      if (done.state === 'next') throw invalidFields(notAhead)
      if (done.state === 'released')
        throw conflict({ state: done.state }, '这次联系已经记下，或者认领已经结束')
      const { act: id, nextAt: planned } = doneOrThrow(done)
      return { msg: '已记下', act: id, next_at: planned?.toISOString() }
    }),
    serveStaff(getLeadQueue, ({ staff }) => queue.leadQueue(dependencies, askerOf(staff), viewerOf(staff))),
    serveStaff(takeNextLead, async ({ input, staff }) => {
      const reference = await queue.takeNextLead(dependencies, askerOf(staff), input.skip)
      return { msg: reference === undefined ? '没有要联系的家长了' : '已认领', reference }
    }),
    serveStaff(postponeLead, async ({ input, staff }) => {
      const wanted = input.next_at === undefined ? undefined : new Date(input.next_at)
      const outcome = await work.postponeLead(dependencies, actOf(staff, input), wanted)
      if (outcome.state === 'next') throw invalidFields(notAhead)
      const { act, nextAt } = doneOrThrow(outcome)
      return { msg: '已改到以后', act, next_at: nextAt.toISOString() }
    }),
    serveStaff(addLeadNote, async ({ input, staff }) => {
      doneOrThrow(await work.addLeadNote(dependencies, actOf(staff, input), input.note))
      return { msg: '已添加备注' }
    }),
    serveStaff(assignLead, async ({ input, staff }) => {
      const assignee = input.advisor === 0 ? null : input.advisor
      const outcome = await work.assignLead(dependencies, actOf(staff, input), assignee)
      if (outcome.state === 'no-advisor') throw invalidFields({ advisor: '请选择一位在职的顾问' })
      doneOrThrow(outcome)
      return { msg: '已分配' }
    }),
    serveStaff(transferLead, async ({ input, staff }) => {
      const outcome = await work.transferLead(dependencies, actOf(staff, input))
      if (outcome.state === 'no-consent')
        throw conflict({ state: outcome.state }, '家长没有授权把信息告诉这所学校，不能转给它')
      doneOrThrow(outcome)
      return { msg: '已转给学校' }
    }),
    serveStaff(resendLead, async ({ input, staff }) => {
      const outcome = await work.resendLead(dependencies, actOf(staff, input))
      if (outcome.state === 'waiting')
        throw conflict({ state: outcome.state }, '上一次还没有送达，正在等待重试')
      doneOrThrow(outcome)
      return { msg: '已安排重发' }
    }),
  ]
}

/** The filters of a list of leads as its query has them. */
export function leadFilterOf(
  input: LeadFilterInput,
  { staffId, now }: { staffId: number; now: Date },
): LeadFilter {
  const { advisor, from, to, school_id: schoolId, city_code: cityCode, ...wanted } = input
  return {
    ...wanted,
    schoolId,
    cityCode,
    dueAt: input.next === 'due' ? now : undefined,
    assignee: advisor === 'none' ? null : advisor === 'mine' ? staffId : advisor,
    from: from === undefined ? undefined : startOfChinaDay(from),
    before: to === undefined ? undefined : new Date(startOfChinaDay(to).getTime() + dayMs),
  }
}

/** The result of what was done; throws 1404 or 1409 when it was not. */
function doneOrThrow<Done extends { state: 'done' }>(outcome: Done | LeadRefusal): Done {
  switch (outcome.state) {
    case 'done':
      return outcome
    case 'unknown':
      throw notFound()
    case 'over':
      throw conflict({ state: 'over' }, '这份申请已取消或撤回授权，不能再联系')
    case 'assigned': {
      const { to } = outcome
      throw conflict({ state: 'assigned', to }, `这条线索刚刚分配给了${to}`)
    }
    default: {
      const { by, until } = outcome
      const message = `${by}正在联系这位家长，${chinaDayAndClock(until)} 以前请不要拨打`
      throw conflict({ state: 'claimed', by, until: until.toISOString() }, message)
    }
  }
}

function conflict(data: Record<string, unknown>, message: string): ApiError {
  return new ApiError(codes.conflict, { message, data })
}
