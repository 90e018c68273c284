import type { StoredGuest } from '#server/db/check-ins/guest-list.ts'
import type { GuestCorrection } from '#server/services/check-ins/correct-guest.ts'
import type { Guest } from '#server/services/check-ins/guest-columns.ts'
import { createEventLoopYield } from '#server/services/content/import/event-loop-yield.ts'
import { normaliseTicket } from '#server/contract/check-ins/ticket-text.ts'
import type { Problems, Place } from '#server/services/content/import/problems.ts'
import { foldedName, identityIndex } from '#server/services/personal-data/guest-indexes.ts'
import type { PersonalData } from '#server/services/personal-data/personal-data.ts'

/** A guest of a file with the school that it exhibits for, and the row. */
export type GivenGuest = { guest: Guest; place: Place }

/** What the database knows that a list of guests is compared with. */
export type KnownGuests = {
  /** Guests of the event without walk-ins, void tickets too. */
  registered: readonly StoredGuest[]
  /** Identity indexes that guests of the event have, walk-ins too, as `kind identity`. */
  identities: readonly string[]
}

/** What storing a list of guests does, without problems. */
export type GuestPlan = {
  added: Guest[]
  /** Corrections of guests of the list, by their id, in the order of the rows. */
  changes: { id: number; given: GuestCorrection }[]
  /** Rows that correct a guest, of the list or of an earlier row. */
  changed: number
  unchanged: number
}

type Person = Required<Pick<Guest, 'name'>> & GuestCorrection

/** A guest of the list, or of an earlier row. */
type Known = {
  kind: string
  isRevoked: boolean
  /** Absent: it has none yet. */
  ticket?: string
  identity: string | null
  person: Person
  /** Of the list; absent: a row adds it. */
  id?: number
  added?: Guest
}

/**
 * Compares the guests of files with an event's list, without changing it. A row whose code is on the list, or whose phone
 * one guest of the list has and one name of the files, corrects that guest's name, party size, booth, school and printed
 * code. Several names of one phone are several guests; two guests have no code in common.
 */
export async function planGuests(
  personal: PersonalData,
  { rows, known, problems }: { rows: readonly GivenGuest[]; known: KnownGuests; problems: Problems },
): Promise<GuestPlan> {
  const breathe = createEventLoopYield()
  const open = (encrypted: string | null) => (encrypted === null ? undefined : personal.decrypt(encrypted))
  const phoneKey = ({ kind, phone }: Pick<Guest, 'kind' | 'phone'>) =>
    phone === undefined ? undefined : `${kind} ${personal.blindIndex('phone', phone)}`

  const namesOfFiles = new Map<string, Set<string>>()
  for (const { guest } of rows) {
    await breathe()
    const key = phoneKey(guest)
    if (key !== undefined)
      namesOfFiles.set(key, (namesOfFiles.get(key) ?? new Set()).add(foldedName(guest.name)))
  }
  const byPhone = new Map<string, Known[]>()
  const byIdentity = new Map<string, Known>()
  const byCode = new Map<string, Known>()
  const taken = new Set(known.identities)
  /** The row of the files that brought a code. */
  const bringers = new Map<string, GivenGuest>()
  const knownOf = (row: StoredGuest): Known => {
    const person = {
      name: open(row.nameCipher) ?? '',
      phone: open(row.phoneCipher),
      partySize: row.partySize,
      organisation: row.organisation ?? undefined,
      booth: row.booth ?? undefined,
      schoolId: row.schoolId ?? undefined,
      printed: row.printed ?? undefined,
    }
    const { id, identity, kind, ticket } = row
    return { id, identity, kind, ticket, isRevoked: row.revokedAt !== null, person }
  }
  const share = (key: string, one: Known) => void byPhone.set(key, [...(byPhone.get(key) ?? []), one])
  for (const row of known.registered) {
    await breathe()
    const one = knownOf(row)
    for (const code of codesOf(row)) byCode.set(code, one)
    if (one.isRevoked) continue
    if (row.phoneHash !== null) share(`${row.kind} ${row.phoneHash}`, one)
    byIdentity.set(`${row.kind} ${row.identity ?? ''}`, one)
  }

  /** The guest that a row is about. */
  const knownAs = (guest: Guest): Known | undefined => {
    const key = phoneKey(guest)
    if (key === undefined) return byIdentity.get(`${guest.kind} ${identityIndex(personal, guest)}`)
    const sharers = byPhone.get(key) ?? []
    const named = sharers.find(({ person }) => foldedName(person.name) === foldedName(guest.name))
    const [only, ...others] = sharers
    const isMeant = others.length === 0 && namesOfFiles.get(key)?.size === 1
    return named ?? (isMeant ? only : undefined)
  }
  /** An identity index that no other guest has, of the phone or of phone and name. */
  const freeIdentity = (one: Known, person: Person): string | undefined =>
    (person.phone === undefined ? [false] : [false, true])
      .map((sharesPhone) => identityIndex(personal, { ...person, sharesPhone }))
      .find((identity) => identity === one.identity || !taken.has(`${one.kind} ${identity}`))

  const plan: GuestPlan = { added: [], changes: [], changed: 0, unchanged: 0 }
  const add = (guest: Guest, place: Place): void => {
    const key = phoneKey(guest)
    const own = { ...guest, sharesPhone: key !== undefined && (byPhone.get(key) ?? []).length > 0 }
    const identity = identityIndex(personal, own)
    if (taken.has(`${guest.kind} ${identity}`)) return problems.add(place, '名单里已有这位来宾', 'name')
    const { name, phone, partySize = 1, organisation, booth, schoolId, printed } = own
    const person = { name, phone, partySize, organisation, booth, schoolId, printed }
    const one: Known = { kind: guest.kind, isRevoked: false, identity, person, added: own }
    taken.add(`${guest.kind} ${identity}`)
    byIdentity.set(`${guest.kind} ${identity}`, one)
    if (key !== undefined) share(key, one)
    if (printed !== undefined) byCode.set(normaliseTicket(printed), one)
    plan.added.push(own)
  }
  const correct = (one: Known, guest: Guest, place: Place): void => {
    const { name, phone, partySize, organisation, booth, schoolId } = guest
    const code = guest.printed === undefined ? undefined : normaliseTicket(guest.printed)
    const printed = code === one.ticket ? undefined : guest.printed
    if (code !== undefined) byCode.set(code, one)
    const given = { name, phone, partySize, organisation, booth, schoolId, printed }
    const person: Person = {
      name,
      phone: phone ?? one.person.phone,
      partySize: partySize ?? one.person.partySize,
      organisation: organisation ?? one.person.organisation,
      booth: booth ?? one.person.booth,
      schoolId: schoolId ?? one.person.schoolId,
      printed: printed ?? one.person.printed,
    }
    if (JSON.stringify(person) === JSON.stringify(one.person)) {
      plan.unchanged += 1
      return
    }
    const identity = freeIdentity(one, person)
    if (identity === undefined) return problems.add(place, '名单里已有同一电话和姓名的来宾', 'name')
    taken.delete(`${one.kind} ${one.identity ?? ''}`)
    taken.add(`${one.kind} ${identity}`)
    Object.assign(one, { person, identity })
    plan.changed += 1
    const sharesPhone = identity !== identityIndex(personal, { ...person, sharesPhone: false })
    if (one.added !== undefined) Object.assign(one.added, person, { sharesPhone })
    else if (one.id !== undefined) plan.changes.push({ id: one.id, given })
  }
  for (const row of rows) {
    await breathe()
    const { guest, place } = row
    const code = guest.printed === undefined ? undefined : normaliseTicket(guest.printed)
    const bringer = code === undefined ? undefined : bringers.get(code)
    if (code !== undefined) bringers.set(code, bringer ?? row)
    if (bringer !== undefined && !isSamePerson(bringer.guest, guest)) {
      problems.add(place, `入场码和第 ${bringer.place.line} 行的一样`, 'ticket')
      continue
    }
    const holder = code === undefined ? undefined : byCode.get(code)
    if (holder !== undefined && holder.kind !== guest.kind) {
      problems.add(place, '这个入场码已经使用', 'ticket')
      continue
    }
    if (holder?.isRevoked === true && foldedName(holder.person.name) !== foldedName(guest.name)) {
      problems.add(place, '这个入场码属于已取消的来宾，请换一个', 'ticket')
      continue
    }
    const one = holder ?? knownAs(guest)
    if (one === undefined) add(guest, place)
    else correct(one, guest, place)
  }
  return plan
}

/** The codes by which a guest is known at the door, normalised; printed ones of removed guests are free again. */
function codesOf({ ticket, printed, revokedAt, nameCipher }: StoredGuest): string[] {
  const isRemoved = revokedAt !== null && nameCipher === null
  return printed === null || isRemoved ? [ticket] : [ticket, normaliseTicket(printed)]
}

/** Whether two rows of files are one guest. */
function isSamePerson(one: Guest, other: Guest): boolean {
  return (
    one.kind === other.kind && one.phone === other.phone && foldedName(one.name) === foldedName(other.name)
  )
}
