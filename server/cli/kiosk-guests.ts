import { guestSources } from '#server/contract/check-ins/check-in-rules.ts'
import { labelOf } from '#server/contract/vocabulary.ts'
import { noteAccess, noteRows } from '#server/db/accounts/access-log.ts'
import type { Database } from '#server/db/connect.ts'
import type { GuestCorrection } from '#server/services/check-ins/correct-guest.ts'
import { undoCheckIn } from '#server/services/check-ins/undo-check-in.ts'
import { correctGuestById, removeGuestById } from '#server/services/check-ins/change-guest.ts'
import { findMatchingGuests } from '#server/services/check-ins/find-guests.ts'
import { guestKindLabels } from '#server/services/leads/export/labels.ts'
import { chinaTime } from '#server/services/china-time.ts'
import type { PersonalData } from '#server/services/personal-data/personal-data.ts'

type Needs = { db: Database; personal: PersonalData }
type Print = (line: string) => void

/** An operation on one guest. */
export type GuestCall =
  | { what: 'undo'; guest: number }
  | ({ what: 'guest'; guest: number; remove?: boolean | undefined } & Pick<
      GuestCorrection,
      'name' | 'phone' | 'partySize' | 'printed'
    >)

/** Prints the guests of an event that match a name, phone tail or ticket code, masked, with their ids. */
export async function printGuests(
  needs: Needs,
  eventId: number,
  typed: string,
  print: Print,
): Promise<number> {
  const found = await findMatchingGuests(needs, eventId, typed)
  for (const { guest, name, phone, checkedInAt } of found) {
    const parts = [
      `来宾 ${guest.id}`,
      name ?? '（已移出）',
      phone ?? '',
      guest.organisation ?? '',
      guestKindLabels.get(guest.kind) ?? guest.kind,
      labelOf(guestSources, guest.source),
      guest.revokedAt !== null ? '入场码已作废' : '',
      checkedInAt === null ? '未签到' : `已签到 ${chinaTime(checkedInAt)}`,
    ]
    print(parts.filter((part) => part !== '').join('  '))
  }
  if (found.length === 0) print('没有相符的来宾')
  return found.length === 0 ? 1 : 0
}

/**
 * Undoes a guest's check-in, corrects the guest, or removes the guest from the list; recorded with the operator's
 * account.
 */
export async function changeGuest(
  needs: Needs,
  called: GuestCall,
  { print, now, operator }: { print: Print; now: Date; operator: string },
): Promise<number> {
  const { db } = needs
  const { what, guest } = called
  const isRemoval = what === 'guest' && called.remove === true
  const command = what === 'undo' ? 'kiosk undo' : isRemoval ? 'kiosk remove guest' : 'kiosk correct guest'
  const access = await noteAccess(db, { command, operator, details: { guest } })
  const outcome = await outcomeOf(needs, called, { now, operator })
  if (done.has(outcome)) await noteRows(db, access, 1)
  print(`来宾 ${guest}: ${words[outcome]}`)
  return done.has(outcome) || outcome === 'unchanged' ? 0 : 1
}

function outcomeOf(
  needs: Needs,
  called: GuestCall,
  { now, operator }: { now: Date; operator: string },
): Promise<Outcome> {
  const { guest } = called
  if (called.what === 'undo') return undoCheckIn(needs.db, { registrationId: guest, by: operator, now })
  if (called.remove === true) return removeGuestById(needs.db, guest, now)
  const { name, phone, partySize, printed } = called
  return correctGuestById(needs, guest, { name, phone, partySize, printed })
}

const words = {
  undone: '已撤销签到，可以重新签到',
  'not-in': '没有签到，不用撤销',
  unknown: '没有这位来宾；用 npm run kiosk -- guests --event 编号 姓名 查找编号',
  changed: '已更正',
  unchanged: '内容相同，没有改动',
  taken: '名单里已有同一电话和姓名的来宾，没有改动',
  'code taken': '名单里另一位来宾用着这个入场码，没有改动',
  removed: '已移出名单，入场码已作废',
  in: '已签到，请先撤销签到（undo）',
} as const
type Outcome = keyof typeof words
const done: ReadonlySet<Outcome> = new Set<Outcome>(['undone', 'changed', 'removed'])
