/** Roles of staff, each with its Chinese name in `staffRoleNames`. */
export const staffRoles = ['advisor', 'editor', 'event_lead', 'school', 'administrator'] as const
export type StaffRole = (typeof staffRoles)[number]

/** What pages and commands call a role. */
export const staffRoleNames: Readonly<Record<StaffRole, string>> = {
  advisor: '顾问',
  editor: '编辑',
  event_lead: '活动负责人',
  school: '学校',
  administrator: '管理员',
}

/** Rights of staff, each with the roles that have it beside the administrator, who has all. */
const rolesByRight = {
  /** Lists leads, with names and phones masked. */
  'leads.read': ['advisor', 'school'],
  'leads.write': ['advisor'],
  /** Shows a full name and phone, which is recorded; to a school those of leads that were transferred to it. */
  'leads.reveal': ['advisor', 'school'],
  /** Ends the logins of a parent. */
  'visitor_sessions.write': ['advisor'],
  'content.read': ['advisor', 'editor', 'event_lead', 'school'],
  'content.write': ['editor'],
  'content.propose': ['editor', 'school'],
  'questions.review': ['advisor', 'editor'],
  'open_days.write': ['editor', 'event_lead'],
  'waiting_list.read': ['advisor', 'editor', 'event_lead'],
  /** Takes somebody off the waiting list of an open day. */
  'waiting_list.write': ['advisor', 'event_lead'],
  'events.write': ['event_lead'],
  'imports.run': ['editor'],
  'exports.content': ['editor'],
  /** Exports leads, check-ins and other personal data. */
  'exports.records': [],
  'operations.read': [],
  /** Has a failed job tried again at once. */
  'operations.write': [],
  'members.write': [],
  'audit.read': [],
} as const satisfies Readonly<Record<string, readonly StaffRole[]>>

export type StaffRight = keyof typeof rolesByRight

/** All rights. */
export const staffRights: readonly StaffRight[] = Object.keys(rolesByRight).filter(isRight)

function isRight(name: string): name is StaffRight {
  return Object.hasOwn(rolesByRight, name)
}

/** Whether a role has a right. Members of the role `school` have theirs for their own school only. */
export function hasRight(role: StaffRole, right: StaffRight): boolean {
  const roles: readonly StaffRole[] = rolesByRight[right]
  return role === 'administrator' || roles.includes(role)
}

/** All rights of a role. */
export function rightsOf(role: StaffRole): StaffRight[] {
  return staffRights.filter((right) => hasRight(role, right))
}
