import { z } from 'zod'
import { id, listFields, listOf, moment, personName, mobilePhone } from '../fields.ts'
import { staffRoles } from './roles.ts'
import { staffEndpoint } from './staff-endpoint.ts'

const role = z.enum(staffRoles, '角色不正确')

const memberItem = z.object({
  id: z.int(),
  name: z.string(),
  /** Masked; absent once it was deleted after the member's end. */
  phone: z.string().optional(),
  role,
  school: z.object({ id: z.int(), name: z.string() }).optional(),
  /** Raised by every change; an edit states the one that it was made from. */
  version: z.int(),
  /** Whether a second factor is enrolled. */
  enrolled: z.boolean(),
  recovery_codes_left: z.int(),
  created_at: moment,
  /** When a session of the member was last used. */
  last_seen_at: moment.optional(),
  closed_at: moment.optional(),
})

/** Members, open ones first, by name. */
export const listStaffMembers = staffEndpoint({
  method: 'GET',
  path: '/api/staff/members',
  summary: '成员',
  right: 'members.write',
  input: z.object({ page: listFields.page, page_size: listFields.page_size }),
  data: listOf(memberItem),
})

/** One member, with the number of leads that the member looks after. */
export const getStaffMember = staffEndpoint({
  method: 'GET',
  path: '/api/staff/members/{id}',
  summary: '一个成员',
  right: 'members.write',
  input: z.object({ id }),
  data: memberItem.extend({ leads: z.int() }),
})

/** Adds a member. 1001 with `fields.phone` for a phone that a member has; the role `school` needs `school_id`. */
export const addStaffMember = staffEndpoint({
  method: 'POST',
  path: '/api/staff/members',
  summary: '添加成员',
  right: 'members.write',
  freshFactor: true,
  input: z.object({ name: personName, phone: mobilePhone, role, school_id: id.optional() }),
  data: memberItem,
})

const flag = z
  .union([z.boolean(), z.enum(['0', '1', 'true', 'false'])])
  .transform((given) => given === true || given === '1' || given === 'true')

/**
 * Changes a member; omitted fields stay. `closed` ends the member's sessions at once. 1409 with the member as it is in
 * `data.current` when `version` is an older one; 1001 with `fields.role` or `fields.closed` for one's own role and end,
 * and for the last administrator.
 */
export const changeStaffMember = staffEndpoint({
  method: 'POST',
  path: '/api/staff/members/{id}',
  summary: '修改成员',
  right: 'members.write',
  freshFactor: true,
  input: z.object({
    id,
    version: z.coerce.number('版本不正确').int('版本不正确').min(1, '版本不正确'),
    name: personName.optional(),
    phone: mobilePhone.optional(),
    role: role.optional(),
    school_id: id.optional(),
    closed: flag.optional(),
  }),
  data: memberItem,
})

/** Removes a member's second factor and recovery codes and ends the sessions; the next login enrols anew. */
export const resetSecondFactor = staffEndpoint({
  method: 'POST',
  path: '/api/staff/members/{id}/reset',
  summary: '重置成员的动态码',
  right: 'members.write',
  freshFactor: true,
  input: z.object({ id }),
  data: z.object({ msg: z.string() }),
})
