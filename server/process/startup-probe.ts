import type { SiteParts } from '../site/create-site.ts'
import { refuse, unavailable } from '../site/refusal.ts'

/** Startup probe: the site before the database is available. Files and probes are answered, everything else with 503. */
export const notReady: Pick<SiteParts, 'pages' | 'fetchApi' | 'ready'> = {
  pages: async (request) => refuse(request, unavailable),
  fetchApi: async (request) => refuse(request, unavailable),
  ready: async () => false,
}
