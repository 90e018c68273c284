import type { SiteParts } from '../site/create-site.ts'
import { refuse, unavailable } from '../site/refusal.ts'

/** What answers while there is nothing to answer with: files and probes as ever, an honest 503 for all else. */
export const notReady: Pick<SiteParts, 'pages' | 'fetchApi' | 'ready'> = {
  pages: async (request) => refuse(request, unavailable),
  fetchApi: async (request) => refuse(request, unavailable),
  ready: async () => false,
}
