import { codes } from '#server/contract/codes.ts'
import { listOwnTickets, listTicketsOfRequest } from '#server/contract/tickets.ts'
import { createNetworkLimit } from '#server/services/limits/act-limit.ts'
import { readTickets } from '#server/services/tickets/own-tickets.ts'
import { ApiError } from './api-error.ts'
import type { ApiDependencies } from './dependencies.ts'
import { serve, servePersonal } from './serve.ts'

/** Numbers of requests are not to be tried out: look-ups of one client address within ms. */
const addressLimit = { name: 'ticket', limit: 60, windowMs: 600_000 }

/** Tickets of events. */
export function ticketEndpoints(dependencies: ApiDependencies) {
  const { database, personal, now } = dependencies
  const needs = { database, personal }
  const perAddress = createNetworkLimit(dependencies, addressLimit)
  return [
    serve(
      listTicketsOfRequest,
      async ({ input: { reference }, address }) => {
        const counted = await perAddress.take(address)
        if (!counted.allowed) {
          throw new ApiError(codes.tooMany, { headers: { 'retry-after': String(counted.retryAfter) } })
        }
        return readTickets(needs, { reference }, now())
      },
      { keepForMs: 0, keeping: 'never' },
    ),
    servePersonal(listOwnTickets, ({ visitor }) => readTickets(needs, { visitorId: visitor.id }, now())),
  ]
}
