import { codes } from '#server/contract/codes.ts'
import { listOwnTickets, listTicketsOfRequest } from '#server/contract/tickets.ts'
import { ApiError } from './api-error.ts'
import { serve, servePersonal } from './serve.ts'

/** Tickets of events. */
export function ticketEndpoints() {
  const closed = () => Promise.reject(new ApiError(codes.notFound))
  return [serve(listTicketsOfRequest, closed, { keepForMs: 0 }), servePersonal(listOwnTickets, closed)]
}
