import { z } from 'zod'
import { id, listFields, listOf, moment } from '../fields.ts'
import { staffRights, staffRoles } from './roles.ts'
import { staffEndpoint } from './staff-endpoint.ts'

/** The member who calls, and what the member may do. */
export const getStaffMe = staffEndpoint({
  method: 'GET',
  path: '/api/staff/me',
  summary: '当前员工',
  right: 'any',
  input: z.object({}),
  data: z.object({
    id: z.int(),
    name: z.string(),
    role: z.enum(staffRoles),
    /** The school of a member of the role `school`. */
    school: z.object({ id: z.int(), name: z.string() }).optional(),
    rights: z.array(z.enum(staffRights)),
    /** When this session ends. */
    expires_at: moment,
    recovery_codes_left: z.int(),
  }),
})

/** Working sessions of the caller, youngest first; of another member or of all (`0`) with the right `members.write`. */
export const listStaffSessions = staffEndpoint({
  method: 'GET',
  path: '/api/staff/sessions',
  summary: '员工的登录',
  right: 'any',
  input: z.object({
    member: z.union([z.literal('0').transform(() => 0), id], '编号不正确').optional(),
    page: listFields.page,
    page_size: listFields.page_size,
  }),
  data: listOf(
    z.object({
      id: z.int(),
      member: z.object({ id: z.int(), name: z.string() }),
      device: z.string().optional(),
      /** The network that the session is bound to, such as `203.0.113.0/24`; empty where the edge knows no address. */
      network: z.string(),
      created_at: moment,
      last_seen_at: moment,
      expires_at: moment,
      current: z.boolean(),
    }),
  ),
})

/** Ends a session: one's own, or anybody's with the right `members.write`. 1404 for any other. */
export const endStaffSession = staffEndpoint({
  method: 'POST',
  path: '/api/staff/sessions/{id}/end',
  summary: '结束员工的登录',
  right: 'any',
  input: z.object({ id }),
  data: z.object({ msg: z.string() }),
})
