import type { StaffRole } from '#server/contract/staff/roles.ts'
import { noteAccess, type Actor } from '#server/db/accounts/access-log.ts'
import type { DatabaseConnection, Transaction } from '#server/db/connect.ts'
import { announceContent, raiseContentVersion } from '#server/db/articles/content-version.ts'
import { removePendingLogins, replaceRecoveryCodes } from '#server/db/staff/logins.ts'
import {
  findMemberOfPhone,
  hasAdministrator,
  insertMember,
  isSchoolOfMembers,
  lockMember,
  lockMembers,
  updateMember,
  type StoredMember,
} from '#server/db/staff/members.ts'
import { endStaffSessionsOf } from '#server/db/staff/sessions.ts'
import type { PersonalData } from '#server/services/personal-data/personal-data.ts'
import { changesBetween } from './changes-between.ts'

type Needs = { database: DatabaseConnection; personal: PersonalData }

/** Who changes a member, and as what it is recorded: `staff members add`, or `staff add` of the command. */
export type MemberChange = { actor: Actor; command: string; now: Date }

/** A member to add; `phone` in E.164. */
export type NewMember = { name: string; phone: string; role: StaffRole; schoolId: number | undefined }

/** Faults of a member, by what is wrong: its phone is another member's, or its school is missing or unknown. */
export type MemberFault = { state: 'phone'; of: { name: string; isClosed: boolean } } | { state: 'school' }

/** What a fault of a member is, for whoever enters it. */
export function memberFaultText(fault: MemberFault): string {
  if (fault.state === 'school') return '请选择一所学校'
  const { name, isClosed } = fault.of
  return isClosed ? `这个电话是已停用的成员 ${name} 的，请重新启用` : `这个电话是成员 ${name} 的`
}

/** Adds a member, with a row of the access log. */
export async function addMember(
  { database, personal }: Needs,
  { name, phone, role, schoolId }: NewMember,
  { actor, command, now }: MemberChange,
): Promise<{ state: 'added'; id: number } | MemberFault> {
  const recipients = recipientChange(database)
  const outcome = await database.db.transaction(async (tx) => {
    await lockMembers(tx)
    const phoneHash = personal.blindIndex('phone', phone)
    const fault = (await phoneFault(tx, phoneHash)) ?? (await schoolFault(tx, role, schoolId))
    if (fault !== undefined) return fault
    const id = await insertMember(tx, {
      name,
      phoneHash,
      phoneCipher: personal.encrypt(phone),
      role,
      schoolId: role === 'school' ? schoolId : undefined,
      createdAt: now,
    })
    const added = { name, role, school: role === 'school' ? schoolId : undefined, phone }
    const changes = changesBetween({}, added, { personal: ['phone'] })
    await noteAccess(tx, { ...actor, command, record: `staff:${id}`, changes, rows: 1 })
    if (role === 'school') await recipients.raise(tx)
    return { state: 'added', id } as const
  })
  await recipients.announce()
  return outcome
}

/** A change of who receives requests about schools, which their pages say: a member of the role `school` began or ended. */
function recipientChange(database: DatabaseConnection) {
  let version: number | undefined
  return {
    async raise(tx: Transaction) {
      version = await raiseContentVersion(tx)
    },
    async announce() {
      if (version !== undefined) await announceContent(database, version)
    },
  }
}

/** A change of a member; what is left out stays. `version`: the one that it was made from, where there is one. */
export type MemberEdit = { [Field in keyof NewMember]?: NewMember[Field] | undefined } & {
  id: number
  version?: number | undefined
  closed?: boolean | undefined
}

/**
 * The result of a change. `stale`: somebody else changed the member since; `self`: nobody changes the own role or
 * ends oneself; `last`: without this administrator there would be none.
 */
export type MemberEdited = { state: 'changed' | 'unknown' | 'stale' | 'self' | 'last' } | MemberFault

/** Changes a member, with a row of the access log; an end also ends the member's sessions. */
export async function changeMember(
  { database, personal }: Needs,
  edit: MemberEdit,
  { actor, command, now }: MemberChange,
): Promise<MemberEdited> {
  const recipients = recipientChange(database)
  const outcome = await rolledBackUnlessChanged(database.db, async (tx) => {
    await lockMembers(tx)
    const member = await lockMember(tx, edit.id)
    if (member === undefined) return { state: 'unknown' }
    if (edit.version !== undefined && edit.version !== member.version) return { state: 'stale' }
    const role = edit.role ?? member.role
    const schoolId = role === 'school' ? (edit.schoolId ?? member.schoolId ?? undefined) : undefined
    const isClosed = edit.closed ?? member.closedAt !== null
    const isSelf = 'staff' in actor && actor.staff.id === member.id
    if (isSelf && (role !== member.role || isClosed)) return { state: 'self' }
    const phoneHash = edit.phone === undefined ? undefined : personal.blindIndex('phone', edit.phone)
    const fault =
      (phoneHash === undefined ? undefined : await phoneFault(tx, phoneHash, member.id)) ??
      (await schoolFault(tx, role, schoolId, member))
    if (fault !== undefined) return fault
    const isNewPhone = phoneHash !== undefined && phoneHash !== member.phoneHash
    const changes = changesBetween(
      {
        name: member.name,
        role: member.role,
        school: member.schoolId,
        closed: member.closedAt !== null,
        phone: 0,
      },
      { name: edit.name ?? member.name, role, school: schoolId, closed: isClosed, phone: isNewPhone ? 1 : 0 },
      { personal: ['phone'] },
    )
    if (changes === undefined) return { state: 'changed' }
    const hadAdministrator = await hasAdministrator(tx)
    await updateMember(tx, member.id, {
      name: edit.name ?? member.name,
      role,
      schoolId: schoolId ?? null,
      version: member.version + 1,
      closedAt: isClosed ? (member.closedAt ?? now) : null,
      ...(isNewPhone && edit.phone !== undefined
        ? { phoneHash, phoneCipher: personal.encrypt(edit.phone) }
        : {}),
    })
    if (hadAdministrator && !(await hasAdministrator(tx))) return { state: 'last' }
    if (isClosed) await endAccess(tx, member.id, 'closed', now)
    await noteAccess(tx, { ...actor, command, record: `staff:${member.id}`, changes, rows: 1 })
    if (role === 'school' || member.role === 'school') await recipients.raise(tx)
    return { state: 'changed' }
  })
  if (outcome.state === 'changed') await recipients.announce()
  return outcome
}

/** Removes a member's second factor and recovery codes and ends the sessions. False for an unknown member. */
export function resetMember(
  { database }: Pick<Needs, 'database'>,
  id: number,
  { actor, command, now }: MemberChange,
): Promise<boolean> {
  return database.db.transaction(async (tx) => {
    await lockMembers(tx)
    const member = await lockMember(tx, id)
    if (member === undefined) return false
    await updateMember(tx, id, { totpCipher: null, totpStep: null, wrongTries: 0, lockedUntil: null })
    await replaceRecoveryCodes(tx, id, [])
    await endAccess(tx, id, 'reset', now)
    await noteAccess(tx, {
      ...actor,
      command,
      record: `staff:${id}`,
      changes: { second_factor: 'changed' },
      rows: 1,
    })
    return true
  })
}

/** Thrown to roll a refused change back; carries the refusal. */
class Refused extends Error {
  readonly outcome: MemberEdited

  constructor(outcome: MemberEdited) {
    super('refused')
    this.outcome = outcome
  }
}

async function rolledBackUnlessChanged(
  db: DatabaseConnection['db'],
  change: (tx: Transaction) => Promise<MemberEdited>,
): Promise<MemberEdited> {
  try {
    return await db.transaction(async (tx) => {
      const outcome = await change(tx)
      if (outcome.state !== 'changed') throw new Refused(outcome)
      return outcome
    })
  } catch (error) {
    if (error instanceof Refused) return error.outcome
    throw error
  }
}

async function endAccess(tx: Transaction, staffId: number, by: 'closed' | 'reset', now: Date): Promise<void> {
  await endStaffSessionsOf(tx, { staffId, by, now })
  await removePendingLogins(tx, staffId)
}

async function phoneFault(
  tx: Transaction,
  phoneHash: string,
  exceptId?: number,
): Promise<MemberFault | undefined> {
  const other = await findMemberOfPhone(tx, phoneHash)
  if (other === undefined || other.id === exceptId) return undefined
  return { state: 'phone', of: { name: other.name, isClosed: other.closedAt !== null } }
}

/** A member of the role `school` needs one that is there; one that the member has already may have been withdrawn. */
async function schoolFault(
  tx: Transaction,
  role: StaffRole,
  schoolId: number | undefined,
  member?: StoredMember,
): Promise<MemberFault | undefined> {
  if (role !== 'school') return undefined
  if (schoolId !== undefined && schoolId === member?.schoolId) return undefined
  return schoolId !== undefined && (await isSchoolOfMembers(tx, schoolId)) ? undefined : { state: 'school' }
}
