import { accountEndpoints } from './account.ts'
import { addressEndpoints } from './addresses.ts'
import { articleEndpoints } from './articles.ts'
import { centerEndpoints } from './center.ts'
import { checkInEndpoints } from './check-ins.ts'
import { clientErrorEndpoints } from './client-errors.ts'
import { clueEndpoints } from './clue.ts'
import { collectEndpoints } from './collect.ts'
import { compareEndpoints } from './compare.ts'
import type { ApiDependencies } from './dependencies.ts'
import { eventEndpoints } from './events.ts'
import { feedbackEndpoints } from './feedback.ts'
import { kioskEndpoints } from './kiosk.ts'
import { locationEndpoints } from './location.ts'
import { loginEndpoints } from './login.ts'
import { newsEndpoints } from './news.ts'
import { rankingEndpoints } from './rankings.ts'
import { requestEndpoints } from './requests.ts'
import { schoolContentEndpoints } from './school-content.ts'
import { schoolEndpoints } from './schools.ts'
import type { ServedEndpoint } from './serve.ts'
import { sessionEndpoints } from './sessions.ts'
import { shareEndpoints } from './share.ts'
import { ticketEndpoints } from './tickets.ts'

/** Every call the API answers; the routes and the OpenAPI document are made from this list alone. */
export function allEndpoints(dependencies: ApiDependencies): ServedEndpoint[] {
  return [
    ...schoolEndpoints(dependencies),
    ...schoolContentEndpoints(dependencies),
    ...rankingEndpoints(dependencies),
    ...newsEndpoints(dependencies),
    ...eventEndpoints(dependencies),
    ...articleEndpoints(dependencies),
    ...loginEndpoints(dependencies),
    ...sessionEndpoints(dependencies),
    ...centerEndpoints(dependencies),
    ...accountEndpoints(dependencies),
    ...collectEndpoints(dependencies),
    ...compareEndpoints(dependencies),
    ...clueEndpoints(dependencies),
    ...requestEndpoints(dependencies),
    ...feedbackEndpoints(dependencies),
    ...shareEndpoints(dependencies),
    ...clientErrorEndpoints(dependencies),
    ...checkInEndpoints(dependencies),
    ...kioskEndpoints(dependencies),
    ...ticketEndpoints(dependencies),
    ...locationEndpoints(dependencies),
    ...addressEndpoints(dependencies),
  ]
}
