import { Link } from '@remix-run/react'
import { guestKindLabel, guestSources } from '#server/contract/check-ins/check-in-rules.ts'
import { labelOf } from '#server/contract/vocabulary.ts'
import type { z } from 'zod'
import { formatTicketCode } from '#server/contract/check-ins/ticket-text.ts'
import type { findStaffGuests } from '#server/contract/staff/guests.ts'
import { guestPath } from '../../event-paths.ts'
import { DataTable } from '../../parts/data-table.tsx'
import { Moment } from '../../parts/moment.tsx'

/** A guest as the API lists it, name and phone masked. */
export type Guest = z.output<typeof findStaffGuests.data>['items'][number]

const columns = [
  {
    label: '来宾',
    cell: ({ id, name, ticket, printed }: Guest) => (
      <Link to={guestPath(id)}>
        {name ?? '（已移出）'}
        <span className="vh">，入场码 {formatTicketCode(ticket, printed)}</span>
      </Link>
    ),
  },
  {
    label: '电话',
    cell: ({ phone }: Guest) => (phone === undefined || phone === '' ? '没有' : phone),
    noWrap: true,
  },
  {
    label: '类型',
    cell: ({ kind, source, organisation, booth }: Guest) =>
      [`${guestKindLabel(kind)}（${labelOf(guestSources, source)}）`, organisation, booth]
        .filter(Boolean)
        .join(' '),
  },
  { label: '人数', cell: ({ party_size }: Guest) => `${party_size} 人`, noWrap: true },
  { label: '入场码', cell: ({ ticket, printed }: Guest) => formatTicketCode(ticket, printed), noWrap: true },
  { label: '签到', cell: (guest: Guest) => <CheckInText guest={guest} /> },
]

/** Whether a guest is in, since when and by which device. */
export function CheckInText({
  guest: { revoked, checked_in_at: at, checked_in_by: by },
}: {
  guest: Pick<Guest, 'revoked' | 'checked_in_at' | 'checked_in_by'>
}) {
  return (
    <>
      {at === undefined ? revoked ? null : '还没到' : <Moment at={at} />}
      {by === undefined ? null : `（${by}）`}{' '}
      {revoked ? <span className="tag warn">入场码已作废</span> : null}
    </>
  )
}

/** Guests of an event. */
export function GuestTable({ guests, empty }: { guests: readonly Guest[]; empty: string }) {
  return <DataTable caption="来宾" columns={columns} rows={guests} keyOf={({ id }) => id} empty={empty} />
}
