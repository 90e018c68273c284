import { z } from 'zod'
import { checkInKinds } from '#server/contract/check-ins/check-in-rules.ts'
import { personName, phone } from '#server/contract/fields.ts'
import { isTicketCode, normaliseTicket } from '#server/contract/check-ins/ticket-text.ts'
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
import { cityCell } from '#server/services/import/rows/typed-cells.ts'
import { Problems, type Place } from '#server/services/import/problems.ts'
import type { ImportFile } from '#server/services/import/rows/raw-row.ts'
import { readRawRows } from '#server/services/import/rows/read-rows.ts'
import { schoolFinder, type SchoolReference } from '#server/services/import/content/content-references.ts'
import type { PersonalData } from '#server/services/personal-data/personal-data.ts'

/** Columns by their own and their Chinese names; organisers' own lists say 票码 as well. */
const columns: ReadonlyMap<string, string> = new Map([
  ...'name phone kind party_size ticket organisation booth school school_key school_city'
    .split(' ')
    .map((name): [string, string] => [name, name]),
  ['姓名', 'name'],
  ['电话', 'phone'],
  ['手机', 'phone'],
  ['类型', 'kind'],
  ['人数', 'party_size'],
  ['入场码', 'ticket'],
  ['票码', 'ticket'],
  ['单位', 'organisation'],
  ['展位', 'booth'],
  ['学校', 'school'],
  ['学校编号', 'school_key'],
  ['学校所在城市', 'school_city'],
])

const text = (most: number) => z.string().trim().max(most, `最多 ${most} 个字`).optional()
const row = z.object({
  name: personName,
  phone: phone.optional(),
  kind: z.enum(checkInKinds, '应为 parent 或 exhibitor').optional(),
  party_size: z.coerce
    .number('应为 1 到 20 的整数')
    .int('应为 1 到 20 的整数')
    .min(1, '应为 1 到 20 的整数')
    .max(20, '应为 1 到 20 的整数')
    .optional(),
  ticket: z.string().transform(normaliseTicket).refine(isTicketCode, '应为 8 位字母或数字').optional(),
  organisation: text(60),
  booth: text(20),
  school: text(100),
  school_key: text(100),
  school_city: cityCell.optional(),
})

/** Numbers of guests that an import adds, corrects, and finds as they are. */
export type GuestCounts = { added: number; changed: number; unchanged: number }

/** Guests that are inserted with one statement, at most. */
const mostPending = 500

/** The result of an import; nothing is stored when there are problems. */
export type GuestImport = GuestCounts & { problems: Problems; isStored: boolean }

type Needs = { connection: Pick<DatabaseConnection, 'db'>; personal: PersonalData }
type Wanted = {
  event: { id: number; cityCode: string }
  kind: 'parent' | 'exhibitor'
  files: readonly ImportFile[]
  now: Date
  /** Whether a result without problems is stored; when left out it is. A dry run never does. */
  accept?: (counts: GuestCounts) => boolean
}

/** A guest of a file, and the school it exhibits for. */
type NamedGuest = { guest: Guest; school: SchoolReference | undefined; place: Place }

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
  for (const file of files) {
    for await (const { place, fields } of readRawRows(file, problems)) {
      const guest = guestOf(fields, { kind, place, problems, city: event.cityCode })
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

function guestOf(
  fields: ReadonlyMap<string, unknown>,
  { kind, place, problems, city }: { kind: Wanted['kind']; place: Place; problems: Problems; city: string },
): NamedGuest | undefined {
  const given: Record<string, unknown> = {}
  for (const [column, value] of fields) {
    const name = columns.get(column.trim().toLowerCase())
    const cell = typeof value === 'number' ? String(value) : value
    if (name !== undefined && cell !== '' && cell !== null) given[name] = cell
  }
  const parsed = row.safeParse(given)
  if (!parsed.success) {
    for (const issue of parsed.error.issues) problems.add(place, issue.message, String(issue.path[0] ?? ''))
    return undefined
  }
  const { data } = parsed
  const { school: name, school_key: key, school_city: where = city, ...person } = data
  const school = key === undefined && name === undefined ? undefined : { key, name, city: where }
  // Exhibitors without a booth name show the school's name.
  const organisation = person.organisation ?? name
  if (person.phone === undefined && organisation === undefined) {
    problems.add(place, '请填写正确的电话', 'phone')
    return undefined
  }
  const { party_size: partySize, ticket: code, kind: own, ...rest } = person
  const guest: Guest = { ...rest, organisation, partySize, code, kind: own ?? kind, source: 'import' }
  return { guest, school, place }
}
