import type { Logger } from 'pino'
import { codes } from '#server/contract/codes.ts'
import type { Endpoint } from '#server/contract/endpoint.ts'
import { requestIdOf } from '#server/logging/request-id.ts'
import type { ApiError } from './api-error.ts'

/** What ordinary visitors meet, and what has a line of its own. */
const ordinary = new Set<number>([
  codes.noToken,
  codes.notFound,
  codes.conflict,
  codes.internal,
  codes.notNow,
])

type Refused = { request: Request; endpoint: Endpoint; log: Pick<Logger, 'info'> }

/**
 * Notes that a call was refused for its input, its token or its number: which call, the code, and the names of the fields,
 * as far as the contract knows them.
 */
export function noteRefusal({ code, data }: ApiError, { request, endpoint, log }: Refused): void {
  if (ordinary.has(code)) return
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
