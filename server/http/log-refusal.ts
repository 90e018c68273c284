import type { Logger } from 'pino'
import { codes } from '#server/contract/codes.ts'
import type { Endpoint } from '#server/contract/endpoint.ts'
import { requestIdOf } from '#server/logging/request-id.ts'
import type { ApiError } from './api-error.ts'

/** Codes that ordinary visitors meet, or that are logged elsewhere. */
const notLogged = new Set<number>([
  codes.noToken,
  codes.notFound,
  codes.conflict,
  codes.internal,
  codes.notNow,
])

type Refused = { request: Request; endpoint: Endpoint; log: Pick<Logger, 'info'> }

/**
 * Logs that a call was refused for its input, token or frequency: route, code, and the names of the fields that the
 * contract knows.
 */
export function logRefusal({ code, data }: ApiError, { request, endpoint, log }: Refused): void {
  if (notLogged.has(code)) return
  const { fields } = data
  const named = typeof fields === 'object' && fields !== null ? Object.keys(fields) : []
  const known = named.filter((name) => Object.hasOwn(endpoint.input.shape, name))
  log.info(
    {
      requestId: requestIdOf(request),
      route: endpoint.path,
      code,
      ...(known.length > 0 && { fields: known }),
    },
    'a call was refused',
  )
}
