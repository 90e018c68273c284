import routeTable from '#app/staff/routes.ts'
import { knownStaffToken } from './fake-api.ts'
import { visitsOf, type RouteModule } from './remix-visits.ts'
import { staffApiOfTests } from './staff-api.ts'

/** Pages of the staff area: the routes of app/staff/routes.ts, by their whole address. */
export const { routes, ran, get, post, load, submit } = await visitsOf({
  folder: '/app/staff/',
  table: routeTable,
  modules: import.meta.glob<RouteModule>(['/app/staff/root.tsx', '/app/staff/routes/**/*.{ts,tsx}']),
  basename: '/staff/',
  usualApi: staffApiOfTests,
})

/** Cookies of a member who is logged in. */
export const asMember = { staff: knownStaffToken }
