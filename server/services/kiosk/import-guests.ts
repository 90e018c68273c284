import type { CheckInKind } from '#server/contract/check-ins/check-in-rules.ts'
import { normaliseTicket } from '#server/contract/check-ins/ticket-text.ts'
import type { DatabaseConnection } from '#server/db/connect.ts'
import {
  findRegistered,
  insertGuests,
  lockList,
  releaseIdentities,
  releasePrinted,
  type NewGuest,
  type StoredGuest,
} from '#server/db/check-ins/guest-list.ts'
import { correctGuest } from '#server/services/check-ins/correct-guest.ts'
import { guestColumns, type Guest } from '#server/services/check-ins/guest-columns.ts'
import { foldedName, identityIndex } from '#server/services/personal-data/guest-indexes.ts'
import { Problems, type Place } from '#server/services/import/problems.ts'
import type { ImportFile } from '#server/services/import/rows/raw-row.ts'
import { readRawRows } from '#server/services/import/rows/read-rows.ts'
import { schoolFinder } from '#server/services/import/content/content-references.ts'
import type { PersonalData } from '#server/services/personal-data/personal-data.ts'
import { guestRowReader, type NamedGuest } from './guest-row.ts'

/** Numbers of guests that an import adds, corrects, and finds as they are. */
export type GuestCounts = { added: number; changed: number; unchanged: number }

/** Guests that are inserted with one statement, at most. */
const mostPending = 500

/** The result of an import; nothing is stored when there are problems. */
export type GuestImport = GuestCounts & { problems: Problems; isStored: boolean }

type Needs = { connection: Pick<DatabaseConnection, 'db'>; personal: PersonalData }
type Wanted = {
  event: { id: number; cityCode: string }
  kind: CheckInKind
  files: readonly ImportFile[]
  now: Date
  /** Whether a result without problems is stored; when left out it is. A dry run never does. */
  accept?: (counts: GuestCounts) => boolean
}

/**
 * Adds the guests of files to an event's list, all or nothing. A row whose code is on the list, or whose phone one
 * guest of the list has and one name of the files, corrects that guest's name, party size, booth, school and printed
 * code. Several names of one phone are several guests; two guests have no code in common.
 */
export async function importGuests(
  { connection: { db }, personal }: Needs,
  { event, kind, files, now, accept = () => true }: Wanted,
): Promise<GuestImport> {
  const problems = new Problems()
  const guests: NamedGuest[] = []
  const read = guestRowReader(problems, { kind, city: event.cityCode })
  for (const file of files) {
    for await (const raw of readRawRows(file, problems)) {
      const guest = read(raw)
      if (guest !== undefined) guests.push(guest)
    }
  }
  const nothing = { problems, added: 0, changed: 0, unchanged: 0, isStored: false }
  if (problems.count > 0) return nothing
  return db
    .transaction(async (tx) => {
      await lockList(tx, event.id)
      const schools = await schoolFinder(
        tx,
        guests.flatMap(({ school }) => school ?? []),
      )
      const open = (encrypted: string | null) =>
        encrypted === null ? '' : foldedName(personal.decrypt(encrypted))
      const phoneKey = ({ kind: of, phone }: Guest) =>
        phone === undefined ? undefined : `${of} ${personal.blindIndex('phone', phone)}`
      const namesOfFiles = new Map<string, Set<string>>()
      for (const { guest } of guests) {
        const key = phoneKey(guest)
        if (key === undefined) continue
        namesOfFiles.set(key, (namesOfFiles.get(key) ?? new Set()).add(foldedName(guest.name)))
      }
      await releasePrinted(tx, event.id)
      const registered = await findRegistered(tx, event.id)
      const listed = registered.filter(({ revokedAt }) => revokedAt === null)
      const byCode = new Map(
        registered.flatMap((one) => codesOf(one).map((code): [string, StoredGuest] => [code, one])),
      )
      /** The row of the files that brought a code. */
      const bringers = new Map<string, NamedGuest>()
      const byPhone = new Map<string, StoredGuest[]>()
      const share = (key: string, guest: StoredGuest) =>
        void byPhone.set(key, [...(byPhone.get(key) ?? []), guest])
      for (const one of listed) share(`${one.kind} ${one.phoneHash ?? ''}`, one)
      const identities = new Map(listed.map((one) => [`${one.kind} ${one.identity ?? ''}`, one]))

      /** The guest of the list that a row is about. */
      const knownAs = (guest: Guest) => {
        const key = phoneKey(guest)
        if (key === undefined) return identities.get(`${guest.kind} ${identityIndex(personal, guest)}`)
        const sharers = byPhone.get(key) ?? []
        const named = sharers.find(({ nameCipher }) => open(nameCipher) === foldedName(guest.name))
        const [only, ...others] = sharers
        const isMeant = others.length === 0 && namesOfFiles.get(key)?.size === 1
        return named ?? (isMeant ? only : undefined)
      }

      const outcome = { added: 0, changed: 0, unchanged: 0 }
      let pending: { row: NewGuest; key: string | undefined; place: Place }[] = []
      /** What later rows may know pending guests by. */
      const pendingKeys = new Set<string>()
      const insertPending = async () => {
        if (pending.length === 0) return
        const rows = pending.map(({ row }) => row)
        await releaseIdentities(tx, event.id, rows)
        const added = new Map((await insertGuests(tx, event.id, rows)).map((one) => [one.ticket, one]))
        for (const { row, key, place } of pending) {
          const one = added.get(row.ticket)
          if (one === undefined) {
            problems.add(place, '名单里已有这位来宾', 'name')
            continue
          }
          if (key !== undefined) share(key, one)
          identities.set(`${one.kind} ${one.identity ?? ''}`, one)
          for (const code of codesOf(one)) byCode.set(code, one)
          outcome.added += 1
        }
        pending = []
        pendingKeys.clear()
      }

      for (const named of guests) {
        const { guest, school, place } = named
        const schoolId = school === undefined ? undefined : schools(school)
        if (typeof schoolId === 'string') {
          problems.add(place, schoolId, school?.key === undefined ? 'school' : 'school_key')
          continue
        }
        const key = phoneKey(guest)
        const code = guest.printed === undefined ? undefined : normaliseTicket(guest.printed)
        const bringer = code === undefined ? undefined : bringers.get(code)
        if (code !== undefined) bringers.set(code, bringer ?? named)
        if (bringer !== undefined && !isSamePerson(bringer.guest, guest)) {
          problems.add(place, `入场码和第 ${bringer.place.line} 行的一样`, 'ticket')
          continue
        }
        const keys = [key, code, `${guest.kind} ${identityIndex(personal, guest)}`]
        if (pending.length >= mostPending || keys.some((one) => one !== undefined && pendingKeys.has(one)))
          await insertPending()
        const holder = code === undefined ? undefined : byCode.get(code)
        if (holder !== undefined && holder.kind !== guest.kind) {
          problems.add(place, '这个入场码已经使用', 'ticket')
          continue
        }
        if (
          holder !== undefined &&
          holder.revokedAt !== null &&
          open(holder.nameCipher) !== foldedName(guest.name)
        ) {
          problems.add(place, '这个入场码属于已取消的来宾，请换一个', 'ticket')
          continue
        }
        const known = holder ?? knownAs(guest)
        if (known === undefined) {
          const sharesPhone = key !== undefined && (byPhone.get(key) ?? []).length > 0
          const row = guestColumns(personal, event.id, { ...guest, schoolId, sharesPhone }, now)
          pending.push({ row, key, place })
          for (const one of keys) if (one !== undefined) pendingKeys.add(one)
          continue
        }
        await insertPending()
        const { name, phone, partySize, organisation, booth } = guest
        const printed = code === known.ticket ? undefined : guest.printed
        const given = { name, phone, partySize, organisation, booth, schoolId, printed }
        const corrected = await correctGuest(tx, personal, known, given)
        if (corrected === 'taken') problems.add(place, '名单里已有同一电话和姓名的来宾', 'name')
        else outcome[corrected] += 1
        if (code !== undefined) byCode.set(code, known)
      }
      await insertPending()
      if (problems.count > 0) throw new NotStored(nothing)
      if (!accept(outcome)) throw new NotStored({ problems, ...outcome, isStored: false })
      return { problems, ...outcome, isStored: true }
    })
    .catch((error: unknown) => {
      if (error instanceof NotStored) return error.result
      throw error
    })
}

/** The codes by which a guest is known at the door, normalised. */
function codesOf({ ticket, printed }: StoredGuest): string[] {
  return printed === null ? [ticket] : [ticket, normaliseTicket(printed)]
}

/** Whether two rows of files are one guest. */
function isSamePerson(one: Guest, other: Guest): boolean {
  return (
    one.kind === other.kind && one.phone === other.phone && foldedName(one.name) === foldedName(other.name)
  )
}

/** Rolls back an import with problems, or one that is not accepted. */
class NotStored extends Error {
  readonly result: GuestImport

  constructor(result: GuestImport) {
    super('the guests were not stored')
    this.result = result
  }
}
