import { data } from '@remix-run/node'
import type { StaffRight } from '#server/contract/staff/roles.ts'
import { getStaffMe } from '#server/contract/staff/sessions.ts'
import type { StaffApi } from '../../access/staff-api.server.ts'

/** What a member may do with content, for the controls that a page shows; the API decides again. */
type ContentRights = {
  /** Writes drafts. */
  mayPropose: boolean
  /** Publishes, withdraws, merges. */
  mayWrite: boolean
  /** Whether the member's content is that of one school. */
  isOfSchool: boolean
}

/** The rights of the member who asks. */
export async function contentRights(api: StaffApi): Promise<ContentRights> {
  const { rights, role } = await api.load(getStaffMe, {})
  return {
    mayPropose: rights.includes('content.propose'),
    mayWrite: rights.includes('content.write'),
    isOfSchool: role === 'school',
  }
}

/** Throws the page of a missing right before a form is filled in that the API would refuse. */
export async function requireRight(api: StaffApi, right: StaffRight): Promise<void> {
  const { rights } = await api.load(getStaffMe, {})
  if (!rights.includes(right)) throw data({ message: '您没有这项权限' }, { status: 403 })
}
