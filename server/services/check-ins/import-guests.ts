import type { CheckInKind } from '#server/contract/check-ins/check-in-rules.ts'
import type { DatabaseConnection, Transaction } from '#server/db/connect.ts'
import {
  findGuest,
  findIdentities,
  findRegistered,
  insertGuests,
  lockList,
  releaseIdentities,
  releasePrinted,
} from '#server/db/check-ins/guest-list.ts'
import { correctGuest } from '#server/services/check-ins/correct-guest.ts'
import { guestColumns } from '#server/services/check-ins/guest-columns.ts'
import { Problems, type RefusedRows } from '#server/services/content/import/problems.ts'
import type { ImportFile } from '#server/services/content/import/rows/raw-row.ts'
import { readRawRows } from '#server/services/content/import/rows/read-rows.ts'
import { schoolFinder } from '#server/services/content/import/content/content-references.ts'
import type { PersonalData } from '#server/services/personal-data/personal-data.ts'
import { guestFileColumns, guestRowReader, type NamedGuest } from './guest-row.ts'
import { planGuests, type GivenGuest, type GuestPlan, type KnownGuests } from './plan-guests.ts'

/** Numbers of guests that an import adds, corrects, and finds as they are. */
export type GuestCounts = { added: number; changed: number; unchanged: number }

/** Guests that are stored in one transaction: check-ins wait for about 100 ms. */
const mostAtOnce = 250
/** How often a list is compared again that others change meanwhile. */
const mostAttempts = 3

/** The result of an import; nothing is stored when there are problems. */
export type GuestImport = GuestCounts & { problems: Problems; isStored: boolean }

type Needs = { connection: Pick<DatabaseConnection, 'db'>; personal: PersonalData }
type Wanted = {
  event: { id: number; cityCode: string }
  kind: CheckInKind
  files: readonly ImportFile[]
  now: Date
  /** Rows that are not read, because an earlier run refused them. */
  leftOut?: RefusedRows | undefined
  /** Whether a result without problems is stored; when left out it is. A dry run never does. */
  accept?: (counts: GuestCounts) => boolean
  /** Called in each transaction with what it stores. */
  note?: ((tx: Transaction, counts: GuestCounts) => Promise<unknown>) | undefined
}

/**
 * Adds the guests of files to an event's list (`planGuests`): with problems, nothing. The list is read and compared without
 * a lock, and stored a few hundred at a time, so that check-ins go on meanwhile; an import that was interrupted is finished
 * by importing the same files again.
 */
export async function importGuests(
  { connection: { db }, personal }: Needs,
  { event, kind, files, now, leftOut, accept = () => true, note }: Wanted,
): Promise<GuestImport> {
  const problems = new Problems(undefined, undefined, leftOut)
  const guests: NamedGuest[] = []
  const read = guestRowReader(problems, { kind, city: event.cityCode })
  for (const file of files) {
    for await (const raw of readRawRows(file, { columns: guestFileColumns, problems })) {
      const guest = read(raw)
      if (guest !== undefined) guests.push(guest)
    }
  }
  noteLostZeros(guests, problems)
  const nothing = { problems, added: 0, changed: 0, unchanged: 0, isStored: false }
  if (problems.count > 0) return nothing
  const rows = await withSchools(db, guests, problems)
  for (let attempt = 1; ; attempt += 1) {
    const known = await readKnown(db, event.id)
    const plan = await planGuests(personal, { rows, known, problems })
    if (problems.count > 0) return nothing
    const counts = { added: plan.added.length, changed: plan.changed, unchanged: plan.unchanged }
    if (!accept(counts)) return { problems, ...counts, isStored: false }
    try {
      await storePlan({ db, personal }, event.id, { plan, now, note })
      return { problems, ...counts, isStored: true }
    } catch (error) {
      if (!(error instanceof ListChangedError) || attempt === mostAttempts) throw error
    }
  }
}

/** Notes codes of digits that are shorter than nearly all others: a spreadsheet removes zeros in front. */
function noteLostZeros(guests: readonly NamedGuest[], problems: Problems): void {
  const digits = guests.filter(({ guest }) => /^\d+$/.test(guest.printed ?? ''))
  const usual = Math.max(0, ...digits.map(({ guest }) => guest.printed?.length ?? 0))
  const short = digits.filter(({ guest }) => (guest.printed?.length ?? 0) < usual)
  const begins = (codes: readonly NamedGuest[], digit: string) =>
    codes.every(({ guest }) => guest.printed?.startsWith(digit))
  // 99998, 99999, 100000 are numbered one after the other.
  const areNumbered =
    begins(short, '9') &&
    begins(
      digits.filter((one) => !short.includes(one)),
      '1',
    )
  if (short.length === 0 || short.length * 4 > digits.length || areNumbered) return
  for (const { guest, place } of short) {
    const whole = (guest.printed ?? '').padStart(usual, '0')
    problems.add(
      place,
      `别的入场码是 ${usual} 位数字，这个是 ${guest.printed?.length} 位，可能少了前面的 0（${whole}）；请把这一列设成“文本”再填`,
      'ticket',
    )
  }
}

/** The rows of which the school is known; problems for the others. */
async function withSchools(
  db: DatabaseConnection['db'],
  guests: readonly NamedGuest[],
  problems: Problems,
): Promise<GivenGuest[]> {
  const asked = guests.flatMap(({ school }) => school ?? [])
  const schools = await db.transaction((tx) => schoolFinder(tx, asked))
  return guests.flatMap(({ guest, school, place }) => {
    const schoolId = school === undefined ? undefined : schools(school)
    if (typeof schoolId !== 'string') return [{ guest: { ...guest, schoolId }, place }]
    problems.add(place, schoolId, school?.key === undefined ? 'school' : 'school_key')
    return []
  })
}

async function readKnown(db: DatabaseConnection['db'], eventId: number): Promise<KnownGuests> {
  const identities = await findIdentities(db, eventId)
  return {
    registered: await findRegistered(db, eventId),
    identities: identities.map(({ kind, identity }) => `${kind} ${identity}`),
  }
}

/** Another change of the list came between comparing and storing. */
class ListChangedError extends Error {}

async function storePlan(
  { db, personal }: { db: DatabaseConnection['db']; personal: PersonalData },
  eventId: number,
  { plan, now, note }: { plan: GuestPlan } & Pick<Wanted, 'now' | 'note'>,
): Promise<void> {
  const { added, changes } = plan
  let { unchanged } = plan
  let [addedFrom, changesFrom] = [0, 0]
  do {
    const corrections = changes.slice(changesFrom, changesFrom + mostAtOnce)
    const newGuests = added.slice(addedFrom, addedFrom + mostAtOnce - corrections.length)
    // Encrypting takes longer than storing: no lock is held meanwhile.
    const rows = newGuests.map((guest) => guestColumns(personal, eventId, guest, now))
    const counts = { added: rows.length, changed: corrections.length, unchanged }
    await db.transaction(async (tx) => {
      await lockList(tx, eventId)
      if (addedFrom + changesFrom === 0) await releasePrinted(tx, eventId)
      for (const { id, given } of corrections) {
        const guest = await findGuest(tx, id)
        const outcome = guest && (await correctGuest(tx, personal, guest, given))
        if (outcome === undefined || outcome === 'taken') throw new ListChangedError('a guest was changed')
      }
      await releaseIdentities(tx, eventId, rows)
      const inserted = await insertGuests(tx, eventId, rows)
      if (inserted.length < rows.length) throw new ListChangedError('a guest was added')
      await note?.(tx, counts)
    })
    changesFrom += corrections.length
    addedFrom += rows.length
    unchanged = 0
  } while (changesFrom < changes.length || addedFrom < added.length)
}
