import { Hono } from 'hono'
import { inSpan } from '#server/logging/tracing.ts'
import { notFound } from './api-error.ts'
import type { ApiDependencies } from './dependencies.ts'
import { refusalOf } from './refusal-of.ts'
import { logRefusal } from './log-refusal.ts'
import { mountRoutes, refuseOtherMethods, type Api } from './mount-routes.ts'
import { describeApi } from './openapi.ts'
import { createReadTurns } from './read-turns.ts'
import { readVisitor } from './accounts/read-visitor.ts'
import { jsonResponse, refusalResponse } from './respond.ts'
import type { Asked, ServedEndpoint } from './serve.ts'

/** Creates a router of the given endpoints, with `GET /api/openapi.json` that describes them. */
export function mountEndpoints(endpoints: readonly ServedEndpoint[], dependencies: ApiDependencies): Api {
  const { database, log, now, cache } = dependencies
  const app: Api = new Hono()
  const inReadTurn = createReadTurns(dependencies)

  const answerOf = async (
    served: ServedEndpoint,
    { request, path, address }: Pick<Asked, 'request' | 'path' | 'address'>,
  ) => {
    try {
      const visitor = () => readVisitor(request, database.db, now())
      const { method, path: route } = served.endpoint
      const inTurn: Asked['inTurn'] = (compute) => inReadTurn({ request, address }, compute)
      const asked = { request, path, cache, address, visitor, inTurn }
      return await inSpan(`call ${method} ${route}`, {}, () => served.answer(asked))
    } catch (error) {
      const refusal = refusalOf(error, { request, route: served.endpoint.path, log })
      logRefusal(refusal, { request, endpoint: served.endpoint, log })
      return refusalResponse(refusal)
    }
  }
  mountRoutes(app, endpoints, answerOf)

  let description: string | undefined
  app.get('/api/openapi.json', () => {
    description ??= JSON.stringify(describeApi(endpoints.map(({ endpoint }) => endpoint)))
    return jsonResponse(description, 'revalidate')
  })

  refuseOtherMethods(app, '/api/openapi.json', new Set(['GET']))
  app.notFound(() => refusalResponse(notFound()))
  app.onError((error, c) => refusalResponse(refusalOf(error, { request: c.req.raw, route: '/api/*', log })))
  return app
}
