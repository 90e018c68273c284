import { handleDataRequest } from '#app/data-request.server.ts'
import routeTable from '#app/routes.ts'
import { verifySession } from '#app/visitor/verify-session.server.ts'
import { knownToken } from './fake-api.ts'
import { visitsOf, type RouteModule } from './remix-visits.ts'
import { sampleApi } from './sample-api.ts'

export { within, type Visit } from './remix-visits.ts'

/** Visitors' pages: the routes of app/routes.ts. */
export const { routes, ran, get, post, load, submit } = await visitsOf({
  folder: '/app/',
  table: routeTable,
  modules: import.meta.glob<RouteModule>([
    '/app/root.tsx',
    '/app/layouts/*.tsx',
    '/app/routes/**/*.{ts,tsx}',
  ]),
  basename: '/',
  handleDataRequest,
  verifyPage: verifySession,
  usualApi: sampleApi,
})

/** Cookies of a visitor who is logged in. */
export const loggedIn = { token: knownToken }
