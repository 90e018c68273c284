import {
  cancelRequest,
  listConsents,
  listRequests,
  requestStates,
  withdrawConsent,
} from '#server/contract/account.ts'
import { orderTypes } from '#server/contract/clue.ts'
import { codes } from '#server/contract/codes.ts'
import { maskName, maskPhone } from '#server/contract/phone-number.ts'
import { cityCodeOf } from '#server/db/city-code.ts'
import { findConsents } from '#server/db/consents.ts'
import { listPage } from '#server/db/list-page.ts'
import { findRequests } from '#server/db/requests.ts'
import {
  cancelOwnRequest,
  isCancellable,
  withdrawOwnConsent,
  type Ended,
} from '#server/services/leads/end-request.ts'
import { wordsOfCode } from '#server/services/codes/try-code.ts'
import { ApiError, invalidFields, notFound } from './api-error.ts'
import type { ApiDependencies } from './dependencies.ts'
import { servePersonal } from './serve.ts'

/** A visitor's own requests and consents, of all cities. */
export function requestEndpoints({ database, personal, now }: ApiDependencies) {
  const masked = (sealed: string | null, mask: (clear: string) => string): string =>
    sealed === null ? '' : mask(personal.open(sealed))
  return [
    servePersonal(listRequests, async ({ input, visitor }) => {
      const { rows, total } = await findRequests(database.db, visitor.id, input)
      const items = rows.map((row) => ({
        reference: row.reference,
        order_type: wordOf(orderTypes, row.orderType),
        state: wordOf(requestStates, row.state),
        created_at: row.createdAt.toISOString(),
        city_code: cityCodeOf(row.cityCode),
        name: masked(row.nameCipher, maskName),
        phone: masked(row.phoneCipher, maskPhone),
        stage: row.stage ?? undefined,
        grade: row.grade ?? undefined,
        school: row.school ?? undefined,
        open_day: row.openDay ? openDayOf(row.openDay, row.bookedFor) : undefined,
        cancellable: isCancellable({ state: row.state, startsAt: row.openDay?.startsAt ?? null }, now()),
      }))
      return listPage(input, items, total)
    }),
    servePersonal(cancelRequest, async ({ input, visitor }) =>
      settled(
        await cancelOwnRequest(database, {
          visitorId: visitor.id,
          reference: input.reference,
          now: now(),
        }),
      ),
    ),
    servePersonal(listConsents, ({ input, visitor }) => findConsents(database.db, visitor.id, input)),
    servePersonal(withdrawConsent, async ({ input, visitor }) =>
      settled(
        await withdrawOwnConsent(database, { visitorId: visitor.id, id: input.id, now: now() }),
        '授权已撤回',
      ),
    ),
  ]
}

/** The answer to taking something back, or its refusal. */
export function settled(ended: Ended, msg?: string): { state: string; msg: string } {
  if (ended.kind === 'unknown') throw notFound()
  if (ended.kind === 'wrong-code') {
    throw invalidFields({ code: wordsOfCode[ended.dead ? 'dead' : 'wrong'] })
  }
  if (ended.kind === 'too-many') {
    const headers = { 'retry-after': String(ended.retryAfter) }
    throw new ApiError(codes.tooMany, { data: { retry_after: ended.retryAfter }, headers })
  }
  if (ended.kind === 'late') {
    throw new ApiError(codes.conflict, { message: '活动已经开始，不能再取消', data: { state: 'past' } })
  }
  return { state: ended.state, msg: msg ?? (ended.state === 'withdrawn' ? '申请已撤回' : '已取消') }
}

type BookedDay = NonNullable<Awaited<ReturnType<typeof findRequests>>['rows'][number]['openDay']>

/** An open day as its guest is told of it: one that was taken back is cancelled for them. */
function openDayOf(day: BookedDay, bookedFor: Date | null) {
  const isMoved = bookedFor !== null && bookedFor.getTime() !== day.startsAt.getTime()
  return {
    id: day.id,
    title: day.title,
    starts_at: day.startsAt.toISOString(),
    ends_at: day.endsAt.toISOString(),
    booked_for: isMoved ? bookedFor.toISOString() : undefined,
    cancelled: day.cancelledAt !== null || day.withdrawnAt !== null,
    cancel_reason: day.cancelledAt === null ? undefined : (day.cancelReason ?? undefined),
  }
}

/** A stored word as the contract types it. */
function wordOf<const Word extends string>(words: readonly Word[], stored: string): Word {
  const found = words.find((word) => word === stored)
  if (found === undefined) throw new Error(`not a word of the contract: ${stored}`)
  return found
}
