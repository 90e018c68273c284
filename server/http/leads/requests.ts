import {
  cancelRequest,
  cancelRequestByAccess,
  getOwnRequest,
  getRequest,
  listBookings,
  listConsents,
  listRequests,
  replaceRequestAccess,
  withdrawConsent,
} from '#server/contract/accounts/account.ts'
import { codes } from '#server/contract/codes.ts'
import { findConsents } from '#server/db/accounts/consents.ts'
import { listPage } from '#server/db/list-page.ts'
import { findBookings, findRequests } from '#server/db/leads/requests.ts'
import {
  cancelByAccess,
  cancelOwnRequest,
  withdrawOwnConsent,
  type Ended,
} from '#server/services/leads/end-request.ts'
import { codeRefusalTexts } from '#server/services/accounts/verify-code.ts'
import { hashOfAccess, replaceAccess } from '#server/services/leads/access-token.ts'
import { readRequest, requestItemOf } from '#server/services/leads/read-request.ts'
import { ApiError, invalidFields, notFound, tooMany } from '../api-error.ts'
import type { ApiDependencies } from '../dependencies.ts'
import { found } from '../found.ts'
import { serve, servePersonal } from '../serve.ts'

/** Endpoints of requests and consents: a visitor's own, and one request by its access token. */
export function requestEndpoints({
  database,
  personal,
  now,
  smsNoticeKinds: sms = new Set(),
  sendsReminders = false,
}: ApiDependencies) {
  const needs = { database, personal, sms, sendsReminders }
  return [
    servePersonal(listRequests, async ({ input, visitor }) => {
      const { rows, total } = await findRequests(database.db, visitor.id, input)
      const items = rows.map((row) => requestItemOf(needs, row, now()))
      return listPage(input, items, total)
    }),
    servePersonal(listBookings, async ({ visitor }) => {
      const rows = await findBookings(database.db, visitor.id, now())
      return rows.map(({ openDayId, reference, state }) => ({
        open_day_id: openDayId,
        reference,
        waiting: state === 'waiting' ? (true as const) : undefined,
      }))
    }),
    servePersonal(getOwnRequest, async ({ input, visitor }) =>
      found(await readRequest(needs, { visitorId: visitor.id, reference: input.reference }, now())),
    ),
    serve(getRequest, async ({ input }) =>
      found(await readRequest(needs, { accessHash: hashOfAccess(input.access) }, now())),
    ),
    serve(cancelRequestByAccess, async ({ input }) =>
      endedOrThrow(await cancelByAccess(database, { access: input.access, now: now(), sms })),
    ),
    serve(replaceRequestAccess, async ({ input }) => ({ access: found(await replaceAccess(needs, input)) })),
    servePersonal(cancelRequest, async ({ input, visitor }) =>
      endedOrThrow(
        await cancelOwnRequest(database, {
          visitorId: visitor.id,
          reference: input.reference,
          now: now(),
          sms,
        }),
      ),
    ),
    servePersonal(listConsents, ({ input, visitor }) => findConsents(database.db, visitor.id, input)),
    servePersonal(withdrawConsent, async ({ input, visitor }) =>
      endedOrThrow(
        await withdrawOwnConsent(database, { visitorId: visitor.id, id: input.id, now: now(), sms }),
        '授权已撤回',
      ),
    ),
  ]
}

/** The answer to a cancellation or withdrawal, or throws its refusal. */
export function endedOrThrow(ended: Ended, msg?: string): { state: string; msg: string } {
  if (ended.kind === 'unknown') throw notFound()
  if (ended.kind === 'wrong-code') {
    throw invalidFields({ code: codeRefusalTexts[ended.exhausted ? 'exhausted' : 'wrong'] })
  }
  if (ended.kind === 'too-many') throw tooMany(ended.retryAfter, codeRefusalTexts.limited)
  if (ended.kind === 'late') {
    throw new ApiError(codes.conflict, { message: '活动已经开始，不能再取消', data: { state: 'past' } })
  }
  return { state: ended.state, msg: msg ?? (ended.state === 'withdrawn' ? '申请已撤回' : '已取消') }
}
