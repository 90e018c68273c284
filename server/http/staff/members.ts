import { codes } from '#server/contract/codes.ts'
import { maskPhone } from '#server/contract/phone-number.ts'
import {
  addStaffMember,
  changeStaffMember,
  getStaffMember,
  listStaffMembers,
  resetSecondFactor,
} from '#server/contract/staff/members.ts'
import { listPage } from '#server/db/list-page.ts'
import { findMember, findMembers, type ListedMember } from '#server/db/staff/members.ts'
import { countLeadsOfMember } from '#server/db/staff/leads.ts'
import {
  addMember,
  changeMember,
  memberFaultText,
  resetMember,
  type MemberFault,
} from '#server/services/staff/change-members.ts'
import { ApiError, invalidFields, notFound } from '../api-error.ts'
import type { ApiDependencies } from '../dependencies.ts'
import { found } from '../found.ts'
import { serveStaff } from './serve-staff.ts'

/** Endpoints of the members of the staff, for administrators. */
export function staffMemberEndpoints(dependencies: ApiDependencies) {
  const { database, personal, now } = dependencies
  const { db } = database

  const itemOf = (row: ListedMember) => ({
    id: row.id,
    name: row.name,
    phone: row.phoneCipher === null ? undefined : maskPhone(personal.decrypt(row.phoneCipher)),
    role: row.role,
    school:
      row.schoolId === null || row.schoolName === null
        ? undefined
        : { id: row.schoolId, name: row.schoolName },
    version: row.version,
    enrolled: row.enrolled,
    recovery_codes_left: row.recoveryCodesLeft,
    created_at: row.createdAt.toISOString(),
    last_seen_at: row.lastSeenAt?.toISOString(),
    closed_at: row.closedAt?.toISOString(),
  })
  const memberItem = async (id: number) => itemOf(found(await findMember(db, id)))

  return [
    serveStaff(listStaffMembers, async ({ input }) => {
      const { rows, total } = await findMembers(db, input)
      return listPage(input, rows.map(itemOf), total)
    }),
    serveStaff(getStaffMember, async ({ input: { id } }) => ({
      ...(await memberItem(id)),
      leads: await countLeadsOfMember(db, id),
    })),
    serveStaff(addStaffMember, async ({ input: { name, phone, role, school_id: schoolId }, staff }) => {
      const change = { actor: { staff }, command: 'staff members add', now: now() }
      const outcome = await addMember(dependencies, { name, phone, role, schoolId }, change)
      if (outcome.state !== 'added') throw refusedFault(outcome)
      return memberItem(outcome.id)
    }),
    serveStaff(changeStaffMember, async ({ input: { school_id: schoolId, ...input }, staff }) => {
      const change = { actor: { staff }, command: 'staff members change', now: now() }
      const outcome = await changeMember(dependencies, { ...input, schoolId }, change)
      const { state } = outcome
      if (state === 'changed') return memberItem(input.id)
      if (state === 'unknown') throw notFound()
      if (state === 'self' || state === 'last')
        throw invalidFields({ [input.closed === true ? 'closed' : 'role']: endTexts[state] })
      if (state === 'phone' || state === 'school') throw refusedFault(outcome)
      throw new ApiError(codes.conflict, {
        message: '这位成员刚被别人改过，请看过现在的内容再改',
        data: { current: await memberItem(input.id) },
      })
    }),
    serveStaff(resetSecondFactor, async ({ input: { id }, staff }) => {
      const change = { actor: { staff }, command: 'staff members reset', now: now() }
      if (!(await resetMember(dependencies, id, change))) throw notFound()
      return { msg: '动态码已重置，下次登录时重新设置' }
    }),
  ]
}

const endTexts = {
  self: '不能停用自己，也不能改自己的角色，请让另一位管理员来改',
  last: '至少要有一位管理员',
} as const

function refusedFault(fault: MemberFault): ApiError {
  return invalidFields({ [fault.state === 'phone' ? 'phone' : 'school_id']: memberFaultText(fault) })
}
