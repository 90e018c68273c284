import { listOwnTickets, listTicketsOfRequest } from '#server/contract/check-ins/tickets.ts'
import { createNetworkRateLimiter } from '#server/services/limits/rate-limiter.ts'
import { readTickets } from '#server/services/check-ins/own-tickets.ts'
import { hashOfAccess } from '#server/services/leads/access-token.ts'
import { readRequest } from '#server/services/leads/read-request.ts'
import { notFound, tooMany } from '../api-error.ts'
import type { ApiDependencies } from '../dependencies.ts'
import { serve, servePersonal } from '../serve.ts'

/** Limit of look-ups per client address, against guessing request numbers. */
const addressLimit = { name: 'ticket', limit: 60, windowMs: 600_000 }

/** Endpoints of tickets for events. */
export function ticketEndpoints(dependencies: ApiDependencies) {
  const { database, personal, now, smsNoticeKinds: sms = new Set(), sendsReminders = false } = dependencies
  const needs = { database, personal, sms, sendsReminders }
  const perAddress = createNetworkRateLimiter(dependencies, addressLimit)
  return [
    serve(
      listTicketsOfRequest,
      async ({ input: { access, reference }, address, recognise }) => {
        const counted = await perAddress.consume(address)
        if (!counted.allowed) throw tooMany(counted.retryAfter)
        const visitor = reference === undefined ? undefined : await recognise()
        const proof =
          access !== undefined
            ? { accessHash: hashOfAccess(access) }
            : reference !== undefined && visitor !== undefined
              ? { visitorId: visitor.id, reference }
              : undefined
        const request = proof && (await readRequest(needs, proof, now()))
        if (request === undefined) throw notFound()
        return request.tickets
      },
      { cacheMs: 0, cachePolicy: 'never' },
    ),
    servePersonal(listOwnTickets, ({ visitor }) => readTickets(needs, { visitorId: visitor.id }, now())),
  ]
}
