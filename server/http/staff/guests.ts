import type { z } from 'zod'
import { checkInKinds, guestSources } from '#server/contract/check-ins/check-in-rules.ts'
import { codes } from '#server/contract/codes.ts'
import {
  correctStaffGuest,
  findStaffGuests,
  getStaffGuest,
  type guestItem,
  importStaffGuests,
  listStaffGuests,
  maxGuestListBytes,
  readPaperList,
  removeStaffGuest,
  revealStaffGuest,
  undoStaffCheckIn,
} from '#server/contract/staff/guests.ts'
import { forgottenColumn } from '#server/contract/staff/forgotten-column.ts'
import { noteAccess } from '#server/db/accounts/access-log.ts'
import type { Transaction } from '#server/db/connect.ts'
import { findSaidColumns, keepSaidColumns } from '#server/db/content/import-columns.ts'
import { findAnyEvent } from '#server/db/check-ins/events.ts'
import { listPage } from '#server/db/list-page.ts'
import { findGuestOfEvent, findGuestPage, findUndoneCheckIns } from '#server/db/staff/events.ts'
import { registerBookings } from '#server/services/check-ins/register-bookings.ts'
import { findMatchingGuests, maskGuest, type MaskedGuest } from '#server/services/check-ins/find-guests.ts'
import { importGuests, type GuestCounts } from '#server/services/check-ins/import-guests.ts'
import { guestTable } from '#server/services/check-ins/guest-row.ts'
import { readPaperRows } from '#server/services/check-ins/paper-list.ts'
import {
  correctGuestOfVersion,
  removeGuestOfList,
  undoCheckInOfGuest,
} from '#server/services/staff/change-guest.ts'
import type { RefusedRows } from '#server/services/content/import/problems.ts'
import { refusedTable } from '#server/services/content/import/rows/refused-rows.ts'
import { understand } from '#server/services/content/import/rows/understood-table.ts'
import { countRefused, withSoundRows } from '#server/services/content/import/sound-rows.ts'
import { assignedTo, saidColumns } from '#server/services/content/import/understood-files.ts'
import { signTicket } from '#server/services/check-ins/sign-ticket.ts'
import { ApiError, invalidFields, notFound } from '../api-error.ts'
import type { ApiDependencies } from '../dependencies.ts'
import { found } from '../found.ts'
import type { MemberTurns } from './member-turns.ts'
import { serveStaff } from './serve-staff.ts'

/** Guests that a search shows at most. */
const mostFound = 50

/** Endpoints of the guest lists of events. */
export function staffGuestEndpoints({ database, personal, now }: ApiDependencies, inTurn: MemberTurns) {
  const { db } = database
  const needs = { db, personal }

  /** The event, its list synchronised with the bookings of its open day. */
  const eventOfList = async (id: number) => {
    const event = found(await findAnyEvent(db, id))
    await registerBookings({ database, personal }, id, now())
    return event
  }

  const guestDetail = async (id: number) => {
    const { event, isBookingOver, ...row } = found(await findGuestOfEvent(db, id))
    const { guest } = row
    const undone = await findUndoneCheckIns(db, id)
    return {
      ...guestItemOf(maskGuest(personal, row)),
      event: { id: event.id, title: event.title },
      version: guest.version,
      booking_over: isBookingOver,
      qr:
        guest.revokedAt === null
          ? `/media/tickets/${signTicket(personal, event, guest.ticket)}.svg`
          : undefined,
      undone: undone.map(({ at, undoneAt, by }) => ({
        at: at.toISOString(),
        undone_at: undoneAt.toISOString(),
        by,
      })),
    }
  }

  return [
    serveStaff(listStaffGuests, async ({ input: { id, kind, state, ...page } }) => {
      const event = await eventOfList(id)
      const { rows, total } = await findGuestPage(db, { eventId: event.id, kind, state, ...page })
      const items = rows.map((row) => guestItemOf(maskGuest(personal, row)))
      return listPage(page, items, total)
    }),
    serveStaff(findStaffGuests, async ({ input: { id, text } }) => {
      const event = await eventOfList(id)
      const guests = await findMatchingGuests(needs, event.id, text)
      return { items: guests.slice(0, mostFound).map(guestItemOf), more: guests.length > mostFound }
    }),
    serveStaff(getStaffGuest, ({ input }) => guestDetail(input.id)),
    serveStaff(revealStaffGuest, ({ input: { id }, staff }) =>
      db.transaction(async (tx) => {
        const { guest, isBookingOver } = found(await findGuestOfEvent(tx, id))
        if (guest.nameCipher === null) throw notFound()
        if (isBookingOver)
          throw new ApiError(codes.conflict, { message: '家长已取消报名或撤回授权，不再显示姓名和电话' })
        await noteAccess(tx, { staff, command: 'staff guests reveal', record: `guest:${id}`, rows: 1 })
        return {
          name: personal.decrypt(guest.nameCipher),
          phone: guest.phoneCipher === null ? undefined : personal.decrypt(guest.phoneCipher),
        }
      }),
    ),
    serveStaff(correctStaffGuest, async ({ input: { party_size: partySize, ...input }, staff }) => {
      const outcome = await correctGuestOfVersion(needs, { ...input, partySize }, { actor: { staff } })
      if (outcome === 'unknown') throw notFound()
      if (outcome === 'taken') throw invalidFields({ name: '名单里已有同一电话和姓名的来宾' })
      if (outcome === 'code taken') throw invalidFields({ printed: '名单里另一位来宾用着这个入场码' })
      const current = await guestDetail(input.id)
      if (outcome !== 'stale') return current
      throw new ApiError(codes.conflict, {
        message: '这位来宾的信息刚刚变过（改过或签到了），请看过现在的内容再改',
        data: { current },
      })
    }),
    serveStaff(undoStaffCheckIn, async ({ input: { id }, staff }) => {
      const outcome = await undoCheckInOfGuest(needs, id, { actor: { staff }, now: now() })
      if (outcome === 'unknown') throw notFound()
      if (outcome === 'not-in') throw new ApiError(codes.conflict, { message: '这位来宾没有签到，不用撤销' })
      return { msg: '已撤销签到，可以重新签到' }
    }),
    serveStaff(removeStaffGuest, async ({ input: { id }, staff }) => {
      const outcome = await removeGuestOfList(needs, id, { actor: { staff }, now: now() })
      if (outcome === 'unknown') throw notFound()
      if (outcome === 'in') throw new ApiError(codes.conflict, { message: '这位来宾已签到，请先撤销签到' })
      return { msg: '已移出名单，入场码已作废' }
    }),
    serveStaff(
      importStaffGuests,
      async ({ input: { id, kind, file: given, columns, partly, ...expected }, staff }) => {
        const event = await eventOfList(id)
        const table = guestTable(kind, event.cityCode)
        const said = saidColumns(columns)
        const before = await findSaidColumns(db)
        const file = assignedTo(
          { name: given.name, bytes: Buffer.from(await given.arrayBuffer()) },
          { said, before, kind: table.kind },
          table.labels,
        )
        if (file === undefined) throw invalidFields({ columns: '没有这一列' })
        const accept = (counts: GuestCounts) => isSame(counts, expected)
        const note = (tx: Transaction, counts: GuestCounts) =>
          noteAccess(tx, {
            staff,
            command: 'staff guests import',
            record: `event:${id}`,
            details: { kind, ...counts },
            rows: counts.added + counts.changed,
          })
        const wanted = { event, kind, files: [file], now: now(), accept, note }
        const run = (leftOut: RefusedRows) =>
          importGuests({ connection: { db }, personal }, { ...wanted, leftOut })
        const isCheck = expected.added === undefined
        const {
          outcome: { problems: _, isStored, ...counts },
          problems,
          refused = new Map(),
        } = await withSoundRows([file], run, () => !isCheck && partly === undefined)
        await keepSaidColumns(
          db,
          said.filter(({ column }) => isStored || column === forgottenColumn),
        )
        const csv = await refusedTable(file, table.columns, problems.refusedRows() ?? new Map())
        return {
          ...counts,
          stored: isStored,
          tables: [await understand(file, table)],
          left_out: countRefused(refused),
          refused: csv === undefined ? [] : [{ file: file.name, csv }],
          problems: problems.rows(),
          problem_count: problems.count,
        }
      },
      // With the head of the file and the other fields.
      { maxBodyBytes: maxGuestListBytes + 4096, inTurn },
    ),
    serveStaff(readPaperList, async ({ input: { id }, staff }) => {
      const event = await eventOfList(id)
      // Decrypting a long list takes its time: check-ins go on meanwhile.
      const rows = await readPaperRows(needs, event.id)
      const access = { staff, command: 'staff events paper', record: `event:${id}`, rows: rows.length }
      await db.transaction((tx) => noteAccess(tx, access))
      return {
        rows: rows.map(({ partySize, checkedInAt, ...row }) => ({
          ...row,
          party_size: partySize,
          checked_in_at: checkedInAt?.toISOString(),
        })),
      }
    }),
  ]
}

function isSame(one: GuestCounts, other: { [Name in keyof GuestCounts]?: number | undefined }): boolean {
  return one.added === other.added && one.changed === other.changed && one.unchanged === other.unchanged
}

type GuestItem = z.input<typeof guestItem>

/** A guest as lists show it. */
export function guestItemOf({ guest, name, phone, checkedInAt, checkedInBy }: MaskedGuest): GuestItem {
  return {
    id: guest.id,
    kind: checkInKinds.find((one) => one === guest.kind) ?? 'parent',
    source: guestSources.find(({ slug }) => slug === guest.source)?.slug ?? 'import',
    ticket: guest.ticket,
    printed: guest.printed ?? undefined,
    name,
    phone,
    party_size: guest.partySize,
    organisation: guest.organisation ?? undefined,
    booth: guest.booth ?? undefined,
    revoked: guest.revokedAt !== null,
    checked_in_at: checkedInAt?.toISOString(),
    checked_in_by: checkedInBy ?? undefined,
  }
}
