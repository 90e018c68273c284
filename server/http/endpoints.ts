import { articleEndpoints } from './articles.ts'
import { centerEndpoints } from './center.ts'
import type { ApiDependencies } from './dependencies.ts'
import { eventEndpoints } from './events.ts'
import { newsEndpoints } from './news.ts'
import { rankingEndpoints } from './rankings.ts'
import { schoolContentEndpoints } from './school-content.ts'
import { schoolEndpoints } from './schools.ts'
import type { ServedEndpoint } from './serve.ts'
import { shareEndpoints } from './share.ts'

/** Every call the API answers; the routes and the OpenAPI document are made from this list alone. */
export function allEndpoints(dependencies: ApiDependencies): ServedEndpoint[] {
  return [
    ...schoolEndpoints(dependencies),
    ...schoolContentEndpoints(dependencies),
    ...rankingEndpoints(dependencies),
    ...newsEndpoints(dependencies),
    ...eventEndpoints(dependencies),
    ...articleEndpoints(dependencies),
    ...centerEndpoints(dependencies),
    ...shareEndpoints(dependencies),
  ]
}
