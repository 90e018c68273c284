import { codes } from '#server/contract/codes.ts'
import type { DraftWithSchool } from '#server/db/staff/drafts.ts'
import type { LeadReach } from '#server/db/staff/lead-reach.ts'
import type { Staff } from '#server/services/staff/read-staff.ts'
import { ApiError, notFound } from '../api-error.ts'

/**
 * The school that lists and counts are limited to for a member; undefined: all schools. Throws 1403 for a member of the
 * role `school` without one.
 */
export function schoolScope({ role, schoolId }: Staff): number | undefined {
  if (role !== 'school') return undefined
  if (schoolId !== undefined) return schoolId
  throw new ApiError(codes.forbidden, { message: '还没有为您指定学校，请联系管理员' })
}

/** The leads that a member reaches: advisors their own and those that nobody looks after, schools those for them. */
export function leadReachOf(staff: Staff): LeadReach {
  const schoolId = schoolScope(staff)
  if (schoolId !== undefined) return { schoolId }
  return staff.role === 'advisor' ? { advisorId: staff.id } : {}
}

/** Throws 1404 when a draft is not the member's to see: schools see those that their own members wrote about them. */
export function assertDraftReachable(
  staff: Staff,
  { draft, authorSchoolId }: Pick<DraftWithSchool, 'draft' | 'authorSchoolId'>,
): void {
  assertReachable(staff, draft.schoolId)
  assertReachable(staff, authorSchoolId)
}

/** Throws 1404, as for an unknown record, when a record of this school is not the member's to see. */
export function assertReachable(staff: Staff, schoolId: number | null): void {
  const only = schoolScope(staff)
  if (only !== undefined && only !== schoolId) throw notFound()
}

/** Columns by which a row belongs to a school. */
export const schoolColumns: ReadonlySet<string> = new Set([
  'school',
  'school_key',
  'school_city',
  'school_district',
  'school_address',
])

/** The fields that a member fills in: what the members of a school propose belongs to it without their saying so. */
export function fieldsFor<Field extends { name: string }>(
  { role }: Staff,
  fields: readonly Field[],
): Field[] {
  return fields.filter(({ name }) => role !== 'school' || !schoolColumns.has(name))
}
