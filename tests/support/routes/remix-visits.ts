import { createRequestHandler, type ServerBuild } from '@remix-run/server-runtime'
import type { MetaArgs, MetaDescriptor } from '@remix-run/node'
import type { RouteConfigEntry } from '@remix-run/route-config'
import { parseSetCookie } from 'cookie'
import { decode } from 'turbo-stream'
import type { AppLoadContext } from '#app/load-context.ts'
import { future } from '#app/remix/future.ts'
import { handleError } from '#app/remix/handle-error.server.ts'
import { readFlash, type Flash } from '#app/visitor/flash.server.ts'
import type { FakeApi } from './fake-api.ts'

type Routes = ServerBuild['routes']
/** A route's exports. */
export type RouteModule = Routes[string]['module']
type HandleDocument = ServerBuild['entry']['module']['default']
type EntryContext = Parameters<HandleDocument>[3]
type Page = EntryContext['staticHandlerContext']

const origin = 'http://school.example'

/** A Remix app of the product, as its tests ask it. */
export type AppUnderTest = {
  /** Where it is, with a slash at the end. */
  folder: '/app/' | '/app/staff/'
  table: readonly RouteConfigEntry[]
  /** Modules of routes by their path. */
  modules: Readonly<Record<string, () => Promise<RouteModule>>>
  basename: '/' | '/staff/'
  handleDataRequest?: ServerBuild['entry']['module']['handleDataRequest']
  /** What the entry of documents does with what loaders returned, before it renders. */
  verifyPage?: (
    caller: { context: AppLoadContext; request: Request },
    page: { status: number; headers: Headers; loaderData: Record<string, unknown> },
  ) => Promise<unknown>
  /** The API of a visit that names none. */
  usualApi: () => FakeApi
}

/** The routes of an app by id, each with its module. */
async function routesOf({ folder, table, modules }: AppUnderTest): Promise<Routes> {
  const routes: Routes = {}
  const moduleOf = async (file: string): Promise<RouteModule> => {
    const load = modules[folder + file]
    if (load === undefined) throw new Error(`${folder}routes.ts names ${file}, which is not there`)
    return load()
  }
  const addRoutes = async (entries: readonly RouteConfigEntry[], parentId: string): Promise<void> => {
    await Promise.all(
      entries.map(async ({ file, path, index, children }) => {
        const id = file.replace(/\.tsx?$/, '')
        routes[id] = {
          id,
          parentId,
          ...(path === undefined ? {} : { path }),
          ...(index === undefined ? {} : { index }),
          module: await moduleOf(file),
        }
        await addRoutes(children ?? [], id)
      }),
    )
  }
  routes['root'] = { id: 'root', path: '', module: await moduleOf('root.tsx') }
  await addRoutes(table, 'root')
  return routes
}

/** Who visits, with what, and which API answers. */
export type Visit = {
  /** The usual API when left out. */
  api?: FakeApi
  cookies?: Readonly<Record<string, string>>
  headers?: Readonly<Record<string, string>>
  /** Beside `fetchApi`: the operator's facts, the public origin. */
  context?: Partial<AppLoadContext>
  /** The test is about a failure, which the page reports. */
  reports?: boolean
}

/** What a loader or an action answered, as Remix hands it to the document or to the network. */
export type Answer = {
  status: number
  headers: Headers
  /** Path and query of a redirect. */
  location: string | null
  /** The cookies that were set, by name; an empty value for one that was taken away. */
  cookies: Readonly<Record<string, string>>
  /** The message for the next page. */
  flash: Flash | undefined
  /** Of the innermost route: what its loader and its action returned, the title and other meta of the page. */
  data: unknown
  actionData: unknown
  title: string | undefined
  meta: (name: string) => string | undefined
  canonical: string | undefined
  /** What the nearest error page shows. */
  error: unknown
  /** Data of another matched route. */
  dataOf: (routeId: string) => unknown
  /** The body of a route without a component. */
  text: string
  /** Unexpected errors that went to the log. */
  reported: unknown[]
  api: FakeApi
}

/** An app's routes, and how its tests ask for them. */
export type AppVisits = {
  routes: Routes
  /** Loaders and actions that ran, as `loader routes/news/news`. */
  ran: Set<string>
  /** Asks for a page or file by its address. */
  get: (path: string, visit?: Visit) => Promise<Answer>
  /** Posts a form as a browser without scripts does; with files when it is a `FormData`. */
  post: (path: string, fields: Readonly<Record<string, string>> | FormData, visit?: Visit) => Promise<Answer>
  /** Loads a route's data as the scripts of a page do. */
  load: (path: string, routeId: string, visit?: Visit) => Promise<Answer>
  /** Posts a form as a fetcher does: `data` is the outcome, `location` where the page is led. */
  submit: (path: string, fields: Readonly<Record<string, string>>, visit?: Visit) => Promise<Answer>
}

/** Runs Remix's own handler over an app's routes. */
export async function visitsOf(app: AppUnderTest): Promise<AppVisits> {
  const routes = await routesOf(app)
  const ran = new Set<string>()
  const send = (request: Request, visit: Visit = {}) => respondTo(request, visit, { app, routes, ran })
  return {
    routes,
    ran,
    get: (path, visit = {}) => send(new Request(origin + path, { headers: headersOf(visit) }), visit),
    post: (path, fields, visit = {}) => {
      const body = fields instanceof FormData ? fields : new URLSearchParams(fields)
      const init = { method: 'POST', body, headers: headersOf(visit) }
      return send(new Request(origin + path, init), visit)
    },
    load: (path, routeId, visit = {}) => {
      const url = dataAddress(path)
      url.searchParams.set('_routes', routeId)
      return send(new Request(url, { headers: headersOf(visit) }), visit)
    },
    submit: (path, fields, visit = {}) => {
      const init = { method: 'POST', body: new URLSearchParams(fields), headers: headersOf(visit) }
      return send(new Request(dataAddress(path), init), visit)
    },
  }
}

type Running = { app: AppUnderTest; routes: Routes; ran: Set<string> }

function dataAddress(path: string): URL {
  const url = new URL(path, origin)
  url.pathname = `${url.pathname.replace(/\/$/, '')}.data`
  return url
}

function headersOf({ cookies = {}, headers = {} }: Visit): Headers {
  const pairs = Object.entries(cookies).map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
  return new Headers({ host: 'school.example', cookie: pairs.join('; '), ...headers })
}

async function respondTo(request: Request, visit: Visit, running: Running): Promise<Answer> {
  const { api = running.app.usualApi(), context: given = {}, reports = false } = visit
  const reported: unknown[] = []
  const context: AppLoadContext = {
    site: { name: '择校通', advisors: ['测试站的顾问。'] },
    pageSecret: 'of-a-test',
    ...given,
    fetchApi: api.fetchApi,
    reportError: (error) => void reported.push(error),
  }
  let page: Page | undefined
  const respond = createRequestHandler(
    buildOf(running, (entry) => (page = entry.staticHandlerContext)),
    'production',
  )
  const response = await respond(request, context)
  if (api.mistakes.length > 0) throw new AggregateError(api.mistakes, 'the fake API was used wrongly')
  if (!reports && reported.length > 0) throw new AggregateError(reported, `${request.url} failed`)
  return answerOf(response, page, { context, reported, api, routes: running.routes })
}

/** The product's routes with an entry that hands the page over instead of rendering it. */
function buildOf({ app, routes, ran }: Running, onPage: (entry: EntryContext) => void): ServerBuild {
  const handleDocument: HandleDocument = async (request, status, headers, entry, context) => {
    const { loaderData } = entry.staticHandlerContext
    await app.verifyPage?.({ context, request }, { status, headers, loaderData })
    onPage(entry)
    return new Response(null, { status, headers })
  }
  return {
    entry: {
      module: {
        default: handleDocument,
        handleError,
        ...(app.handleDataRequest && { handleDataRequest: app.handleDataRequest }),
      },
    },
    routes: Object.fromEntries(Object.entries(routes).map(([id, route]) => [id, noting(id, route, ran)])),
    assets: { entry: { imports: [], module: '' }, routes: {}, url: '', version: '' },
    publicPath: '/',
    assetsBuildDirectory: '',
    basename: app.basename,
    future,
    isSpaMode: false,
    mode: 'production',
  }
}

/** The same route, whose loader and action are noted when they run. */
function noting(id: string, route: Routes[string], ran: Set<string>): Routes[string] {
  const { loader, action } = route.module
  return {
    ...route,
    module: {
      ...route.module,
      ...(loader && {
        loader: (given: Parameters<typeof loader>[0]) => {
          ran.add(`loader ${id}`)
          return loader(given)
        },
      }),
      ...(action && {
        action: (given: Parameters<typeof action>[0]) => {
          ran.add(`action ${id}`)
          return action(given)
        },
      }),
    },
  }
}

type Facts = Pick<Answer, 'reported' | 'api'> & { context: AppLoadContext; routes: Routes }

async function answerOf(response: Response, page: Page | undefined, facts: Facts): Promise<Answer> {
  const { status, headers } = response
  const cookies = Object.fromEntries(
    headers.getSetCookie().map((text) => {
      const { name, value } = parseSetCookie(text)
      return [name, value ?? '']
    }),
  )
  const fetched = headers.get('content-type')?.includes('x-script') === true ? await outcomeOf(response) : {}
  const leaf = page?.matches.at(-1)?.route.id ?? ''
  const meta = page === undefined ? [] : metaOf(page, facts.routes)
  const found = (wanted: (descriptor: Record<string, unknown>) => unknown): string | undefined => {
    const text = meta.map((descriptor) => wanted({ ...descriptor })).find((one) => one !== undefined)
    return typeof text === 'string' ? text : undefined
  }
  const next = new Request(origin, { headers: headersOf({ cookies }) })
  return {
    status,
    headers,
    cookies,
    location: fetched.redirect ?? headers.get('location'),
    flash: await readFlash({ context: facts.context, request: next }),
    data: 'data' in fetched ? fetched.data : page?.loaderData[leaf],
    actionData: page?.actionData?.[leaf],
    title: found(({ tagName, title }) => (tagName === undefined ? title : undefined)),
    meta: (name) =>
      found((one) => (one['name'] === name || one['property'] === name ? one['content'] : undefined)),
    canonical: found((one) => (one['rel'] === 'canonical' ? one['href'] : undefined)),
    error: fetched.error ?? Object.values(page?.errors ?? {})[0],
    dataOf: (id) => page?.loaderData[id],
    text: response.bodyUsed ? '' : await response.text(),
    reported: facts.reported,
    api: facts.api,
  }
}

type Outcome = { data?: unknown; error?: unknown; redirect?: string }

/** What a fetcher's action or one route's loader came to, from Remix's own encoding. */
async function outcomeOf({ body }: Response): Promise<Outcome> {
  if (body === null) throw new Error('a data request has a body')
  const { value } = await decode(body, {
    plugins: [
      (type: unknown, ...[data, status]: unknown[]) =>
        type === 'ErrorResponse' ? { value: { data, status } } : false,
    ],
  })
  if (typeof value !== 'object' || value === null) return {}
  // A loader's outcome stands under the id of its route.
  const [first]: unknown[] = Object.values(value)
  const isOutcome = 'data' in value || 'error' in value || 'redirect' in value
  return isOutcome || typeof first !== 'object' || first === null ? value : first
}

/** The meta of the innermost route that has any, as Remix's `<Meta/>` finds it. */
function metaOf({ matches: all, loaderData, errors }: Page, routes: Routes): MetaDescriptor[] {
  const boundary = errors === null ? -1 : all.findIndex(({ route }) => errors[route.id] !== undefined)
  const shown = boundary < 0 ? all : all.slice(0, boundary + 1)
  const location = { pathname: '', search: '', hash: '', state: null, key: '' }
  const matches: MetaArgs['matches'] = []
  let meta: MetaDescriptor[] = []
  for (const { route, params, pathname } of shown) {
    const data = loaderData[route.id]
    const error = errors?.[route.id]
    const match = { id: route.id, pathname, params, data, handle: undefined, meta, error }
    matches.push(match)
    const own = routes[route.id]?.module.meta?.({ data, params, location, matches, error })
    if (own !== undefined) meta = own
    match.meta = meta
  }
  return meta
}

/** A value inside of data, by the names that lead to it; undefined where there is none. */
export function within(value: unknown, ...names: string[]): unknown {
  const [name, ...rest] = names
  if (name === undefined) return value
  return typeof value === 'object' && value !== null ? within(Reflect.get(value, name), ...rest) : undefined
}
