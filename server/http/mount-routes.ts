import type { Hono } from 'hono'
import { codes } from '#server/contract/codes.ts'
import type { Endpoint } from '#server/contract/endpoint.ts'
import { ApiError } from './api-error.ts'
import { refusalResponse } from './respond.ts'

/** The HTTP API: `fetch` takes a Request under `/api` with the client's address, and never rejects. */
export type Api = Hono<Env>

type Env = { Bindings: { clientAddress?: string | undefined } }

/** A request to an endpoint, its path parameters by name, and the client's address where the caller knows it. */
type Call = { request: Request; path: Record<string, string>; address: string | undefined }

/** Adds the routes of endpoints; other methods of their paths are refused with 405. */
export function mountRoutes<Served extends { endpoint: Endpoint }>(
  app: Api,
  endpoints: readonly Served[],
  answer: (served: Served, call: Call) => Promise<Response>,
): void {
  const methodsByRoute = new Map<string, Set<string>>()
  for (const served of endpoints) {
    const { method } = served.endpoint
    const route = routeOf(served.endpoint.path)
    methodsByRoute.set(route, (methodsByRoute.get(route) ?? new Set()).add(method))
    app.on(method, route, (c) =>
      answer(served, { request: c.req.raw, path: c.req.param(), address: addressOf(c.env) }),
    )
  }
  for (const [route, methods] of methodsByRoute) refuseOtherMethods(app, route, methods)
}

/** Refuses all methods of a route but those that were added before; OPTIONS is answered with them. */
export function refuseOtherMethods(app: Api, route: string, methods: ReadonlySet<string>): void {
  const allow = allowOf(methods)
  app.all(route, (c) => (c.req.method === 'OPTIONS' ? options(allow) : refusalResponse(wrongMethod(allow))))
}

/** The client's address; callers that know none pass no environment. */
export function addressOf(env: Env['Bindings'] | undefined): string | undefined {
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
