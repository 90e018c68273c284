import { leadFieldNames } from '#server/contract/catalogue/lead-fields.ts'
import { pick, wordOf } from '#server/contract/catalogue/typed-records.ts'
import { withoutNulls } from '#server/db/without-nulls.ts'
import { requestStates, type getRequest, type listRequests } from '#server/contract/accounts/account.ts'
import { orderTypes } from '#server/contract/catalogue/order-types.ts'
import type { DataOf } from '#server/contract/endpoint.ts'
import { maskName, maskPhone } from '#server/contract/phone-number.ts'
import { cityCodeOf } from '#server/db/city-code.ts'
import type { DatabaseConnection } from '#server/db/connect.ts'
import {
  findRequestForUpdate,
  findShownRequest,
  type RequestProof,
  type ShownRequest,
} from '#server/db/leads/requests.ts'
import type { NoticeKind } from '#server/db/open-days/open-day-notices.ts'
import type { PersonalData } from '#server/services/personal-data/personal-data.ts'
import { reminderTime } from '#server/services/reminder-time.ts'
import { readTickets } from '#server/services/check-ins/own-tickets.ts'
import { accessTokenOf, hashOfAccess } from './access-token.ts'
import { isCancellable } from './end-request.ts'

type Item = DataOf<typeof listRequests>['items'][number]

/** How requests are decrypted, which notices about open days are sent by SMS, and whether reminders of them are. */
type ItemNeeds = { personal: PersonalData; sms: ReadonlySet<NoticeKind>; sendsReminders: boolean }

/** A request as its owner sees it; name and phone masked. */
export function requestItemOf(needs: ItemNeeds, row: ShownRequest, now: Date): Item {
  const { personal } = needs
  const masked = (encrypted: string | null, mask: (clear: string) => string): string =>
    encrypted === null ? '' : mask(personal.decrypt(encrypted))
  const { openDay: day } = row
  const status = statusOf(row, now)
  return {
    reference: row.reference,
    order_type: wordOf(orderTypes, row.orderType),
    state: wordOf(requestStates, row.state),
    status,
    waitlisted: row.waitlisted ? true : undefined,
    waiting: status === 'waiting' ? placeOf(row, needs, now) : undefined,
    reminder: status === 'booked' && isToBeReminded(row, needs, now) ? true : undefined,
    removal_reason: row.removalReason ?? undefined,
    created_at: row.createdAt.toISOString(),
    city_code: cityCodeOf(row.cityCode),
    name: masked(row.nameCipher, maskName),
    phone: masked(row.phoneCipher, maskPhone),
    stage: row.stage ?? undefined,
    grade: row.grade ?? undefined,
    ...withoutNulls(pick(row, leadFieldNames)),
    school: row.school ? schoolOf(row.school) : undefined,
    open_day: day ? openDayOf(day, row) : undefined,
    recipient: row.recipient ?? undefined,
    recipient_kind: row.recipientKind ?? undefined,
    transferred: transferOf(row),
    cancellable:
      row.anonymisedAt === null && isCancellable({ state: row.state, startsAt: day?.startsAt ?? null }, now),
  }
}

/** One request with its tickets, for its verified owner; undefined for anybody else. */
export async function readRequest(
  needs: ItemNeeds & { database: DatabaseConnection },
  proof: RequestProof,
  now: Date,
): Promise<DataOf<typeof getRequest> | undefined> {
  const row = await findShownRequest(needs.database.db, proof)
  if (row === undefined) return undefined
  const item = requestItemOf(needs, row, now)
  const tickets =
    item.status === 'booked'
      ? await readTickets(
          needs,
          { clueId: row.id, isVerified: row.verifiedAt !== null || 'visitorId' in proof },
          now,
        )
      : []
  return { ...item, access: await accessOf(needs, row, proof), tickets }
}

/** The status of the request that an access token opens; undefined for none. */
export async function readStatus(
  { db }: Pick<DatabaseConnection, 'db'>,
  access: string,
  now: Date,
): Promise<Item['status'] | undefined> {
  const row = await findShownRequest(db, { accessHash: hashOfAccess(access) })
  return row && statusOf(row, now)
}

/** The place of a waiting request, and how its sender is told of a seat; undefined once no seats are given any more. */
function placeOf(row: ShownRequest, { personal, sms }: ItemNeeds, now: Date): Item['waiting'] {
  const { openDay, waitingPosition } = row
  if (openDay === null || waitingPosition === null) return undefined
  const until = openDay.bookingClosesAt ?? openDay.startsAt
  if (until <= now) return undefined
  return {
    position: waitingPosition,
    until: until.toISOString(),
    notified_by: sms.has('seat') && isMainland(row, personal) ? 'sms' : 'call',
  }
}

/** Whether the guest of a booking will be sent a reminder, as far as is known before it is time for it. */
function isToBeReminded(row: ShownRequest, { personal, sendsReminders }: ItemNeeds, now: Date): boolean {
  const { openDay } = row
  if (!sendsReminders || openDay === null || now >= reminderTime(openDay.startsAt).from) return false
  return isMainland(row, personal)
}

/** Whether a request has a phone of the mainland: others get no messages but codes. */
function isMainland({ phoneCipher }: ShownRequest, personal: PersonalData): boolean {
  return phoneCipher !== null && personal.decrypt(phoneCipher).startsWith('+86')
}

/** The access token; generated now for a request of an older version. */
async function accessOf(
  { database, personal }: { database: DatabaseConnection; personal: PersonalData },
  { anonymisedAt, accessCipher }: ShownRequest,
  proof: RequestProof,
): Promise<string | undefined> {
  if (anonymisedAt !== null) return undefined
  if (accessCipher !== null) return personal.decrypt(accessCipher)
  return database.db.transaction(async (tx) => {
    const found = await findRequestForUpdate(tx, proof)
    return found && accessTokenOf(tx, personal, found)
  })
}

function schoolOf({ id, name, withdrawnAt }: NonNullable<ShownRequest['school']>) {
  return { id, name, withdrawn: withdrawnAt === null ? undefined : (true as const) }
}

/** When a school was given the request: the school of now, by which a former name of the consent is known too. */
function transferOf({ transferredAt, school, recipient }: ShownRequest): Item['transferred'] {
  const name = school?.name ?? recipient
  if (transferredAt === null || name === null) return undefined
  return { at: transferredAt.toISOString(), school: name, phone: school?.phone ?? undefined }
}

/** An open day as its guest sees it: a withdrawn one counts as cancelled. */
function openDayOf(day: NonNullable<ShownRequest['openDay']>, request: ShownRequest) {
  const { bookedFor, bookedPlace, isCalledOff, createdAt, cancelledAt, school } = request
  const changes = [createdAt, cancelledAt, day.updatedAt, school?.withdrawnAt ?? null].flatMap(
    (at) => at?.getTime() ?? [],
  )
  const isMoved = bookedFor !== null && bookedFor.getTime() !== day.startsAt.getTime()
  return {
    id: day.id,
    title: day.title,
    starts_at: day.startsAt.toISOString(),
    ends_at: day.endsAt.toISOString(),
    place: day.place ?? undefined,
    booked_for: isMoved ? bookedFor.toISOString() : undefined,
    booked_place:
      bookedPlace === null || day.place === null || bookedPlace === day.place ? undefined : bookedPlace,
    cancelled: isCalledOff,
    cancel_reason: day.cancelledAt === null ? undefined : (day.cancelReason ?? undefined),
    changed_at: new Date(Math.max(...changes)).toISOString(),
  }
}

function statusOf(
  { state, orderType, openDay, isCalledOff, anonymisedAt, closedAt }: ShownRequest,
  now: Date,
): Item['status'] {
  if (state === 'cancelled' || state === 'withdrawn') return state
  if (anonymisedAt !== null || closedAt !== null) return 'over'
  if (openDay !== null && isCalledOff) return 'off'
  if (openDay !== null && openDay.endsAt <= now) return 'over'
  if (state === 'waiting') return openDay === null ? 'over' : 'waiting'
  if (orderType === 'openday') return 'booked'
  return state === 'contacted' ? 'contacted' : 'submitted'
}
