import { Hono } from 'hono'
import { codes } from '#server/contract/codes.ts'
import { inSpan } from '#server/logging/tracing.ts'
import { ApiError, notFound } from './api-error.ts'
import type { ApiDependencies } from './dependencies.ts'
import { refusalOf } from './refusal-of.ts'
import { logRefusal } from './log-refusal.ts'
import { describeApi } from './openapi.ts'
import { readVisitor } from './accounts/read-visitor.ts'
import { jsonResponse, refusalResponse } from './respond.ts'
import type { ServedEndpoint } from './serve.ts'

/** The HTTP API: `fetch` takes a Request under `/api` with the client's address, and never rejects. */
export type Api = Hono<Env>

type Env = { Bindings: { clientAddress?: string | undefined } }

/** Creates a router of the given endpoints, with `GET /api/openapi.json` that describes them. */
export function mountEndpoints(endpoints: readonly ServedEndpoint[], dependencies: ApiDependencies): Api {
  const { database, log, now, cache } = dependencies
  const app: Api = new Hono<Env>()

  const answerOf = async (
    served: ServedEndpoint,
    request: Request,
    path: Record<string, string>,
    address: string | undefined,
  ) => {
    try {
      const visitor = () => readVisitor(request, database.db, now())
      const { method, path: route } = served.endpoint
      const asked = { request, path, cache, address, visitor }
      return await inSpan(`call ${method} ${route}`, {}, () => served.answer(asked))
    } catch (error) {
      const refusal = refusalOf(error, { request, route: served.endpoint.path, log })
      logRefusal(refusal, { request, endpoint: served.endpoint, log })
      return refusalResponse(refusal)
    }
  }
  for (const served of endpoints) {
    const { method, path } = served.endpoint
    app.on(method, routeOf(path), (c) => answerOf(served, c.req.raw, c.req.param(), addressOf(c.env)))
  }

  let description: string | undefined
  app.get('/api/openapi.json', () => {
    description ??= JSON.stringify(describeApi(endpoints.map(({ endpoint }) => endpoint)))
    return jsonResponse(description, 'revalidate')
  })

  const methodsByPath = new Map<string, Set<string>>([['/api/openapi.json', new Set(['GET'])]])
  for (const { endpoint } of endpoints) {
    const route = routeOf(endpoint.path)
    methodsByPath.set(route, (methodsByPath.get(route) ?? new Set()).add(endpoint.method))
  }
  for (const [path, methods] of methodsByPath) {
    const allow = allowOf(methods)
    app.all(path, (c) => (c.req.method === 'OPTIONS' ? options(allow) : refusalResponse(wrongMethod(allow))))
  }
  app.notFound(() => refusalResponse(notFound()))
  app.onError((error, c) => refusalResponse(refusalOf(error, { request: c.req.raw, route: '/api/*', log })))
  return app
}

/** Callers without a client address pass no environment. */
function addressOf(env: Env['Bindings'] | undefined): string | undefined {
  return env?.clientAddress
}

/** `/api/news/{id}` in Hono's syntax. */
function routeOf(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1')
}

function allowOf(methods: ReadonlySet<string>): string {
  return [...methods].flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', ')
}

function options(allow: string): Response {
  return new Response(null, { status: 204, headers: { allow } })
}

/** 405 has no code of its own: it is sent as invalid input. */
function wrongMethod(allow: string): ApiError {
  return new ApiError(codes.invalidInput, {
    message: '请求方式不正确',
    status: 405,
    headers: { allow },
  })
}
