import { accountEndpoints } from './accounts/account.ts'
import { addressEndpoints } from './articles/addresses.ts'
import { articleEndpoints } from './articles/articles.ts'
import { checkInEndpoints } from './check-ins/check-ins.ts'
import { clientErrorEndpoints } from './browser/client-errors.ts'
import { clueEndpoints } from './leads/leads.ts'
import { favouriteEndpoints } from './accounts/favourites.ts'
import { compareEndpoints } from './schools/compare.ts'
import { correctionEndpoints } from './leads/corrections.ts'
import { decisionBookEndpoints } from './leads/decision-books.ts'
import type { ApiDependencies } from './dependencies.ts'
import { eventEndpoints } from './check-ins/events.ts'
import { feedbackEndpoints } from './leads/feedback.ts'
import { kioskEndpoints } from './check-ins/kiosk.ts'
import { locationEndpoints } from './browser/location.ts'
import { loginEndpoints } from './accounts/login.ts'
import { newsEndpoints } from './articles/news.ts'
import { requestEndpoints } from './leads/requests.ts'
import { schoolContentEndpoints } from './schools/school-content.ts'
import { schoolEndpoints } from './schools/schools.ts'
import type { ServedEndpoint } from './serve.ts'
import { sessionEndpoints } from './accounts/sessions.ts'
import { shareEndpoints } from './browser/share.ts'
import { ticketEndpoints } from './check-ins/tickets.ts'

/** All endpoints of the API; the routes and the OpenAPI document are made from this list. */
export function allEndpoints(dependencies: ApiDependencies): ServedEndpoint[] {
  return [
    ...schoolEndpoints(dependencies),
    ...schoolContentEndpoints(dependencies),
    ...newsEndpoints(dependencies),
    ...eventEndpoints(dependencies),
    ...articleEndpoints(dependencies),
    ...loginEndpoints(dependencies),
    ...sessionEndpoints(dependencies),
    ...accountEndpoints(dependencies),
    ...favouriteEndpoints(dependencies),
    ...compareEndpoints(dependencies),
    ...clueEndpoints(dependencies),
    ...requestEndpoints(dependencies),
    ...decisionBookEndpoints(dependencies),
    ...feedbackEndpoints(dependencies),
    ...correctionEndpoints(dependencies),
    ...shareEndpoints(dependencies),
    ...clientErrorEndpoints(dependencies),
    ...checkInEndpoints(dependencies),
    ...kioskEndpoints(dependencies),
    ...ticketEndpoints(dependencies),
    ...locationEndpoints(dependencies),
    ...addressEndpoints(dependencies),
  ]
}
