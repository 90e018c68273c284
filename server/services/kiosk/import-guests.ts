import type { CheckInKind } from '#server/contract/check-ins/check-in-rules.ts'
import type { DatabaseConnection } from '#server/db/connect.ts'
import {
  findGuestByCode,
  findRegistered,
  insertGuests,
  lockList,
  releaseIdentities,
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
 * Adds the guests of files to an event's list, all or nothing. A row whose ticket is on the list, or whose phone one
 * guest of the list has and one name of the files, corrects that guest's name, party size, booth and school. Several
 * names of one phone are several guests.
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
      const listed = (await findRegistered(tx, event.id)).filter(({ revokedAt }) => revokedAt === null)
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
          outcome.added += 1
        }
        pending = []
        pendingKeys.clear()
      }

      for (const { guest, school, place } of guests) {
        const schoolId = school === undefined ? undefined : schools(school)
        if (typeof schoolId === 'string') {
          problems.add(place, schoolId, school?.key === undefined ? 'school' : 'school_key')
          continue
        }
        const key = phoneKey(guest)
        const keys = [key, guest.code, `${guest.kind} ${identityIndex(personal, guest)}`]
        if (pending.length >= mostPending || keys.some((one) => one !== undefined && pendingKeys.has(one)))
          await insertPending()
        const holder = guest.code === undefined ? undefined : await findGuestByCode(tx, guest.code)
        if (holder !== undefined && (holder.eventId !== event.id || holder.kind !== guest.kind)) {
          problems.add(place, '这个入场码已经使用', 'ticket')
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
        const given = { name, phone, partySize, organisation, booth, schoolId }
        const corrected = await correctGuest(tx, personal, known, given)
        if (corrected === 'taken') problems.add(place, '名单里已有同一电话和姓名的来宾', 'name')
        else outcome[corrected] += 1
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

/** Rolls back an import with problems, or one that is not accepted. */
class NotStored extends Error {
  readonly result: GuestImport

  constructor(result: GuestImport) {
    super('the guests were not stored')
    this.result = result
  }
}
