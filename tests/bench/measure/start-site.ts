import { startProcess, type SiteProcess } from '#tests/support/site/site-process.ts'
import { pinToServerCore } from './cores.ts'

/** Starts the built site with sample content on the server's core; variables add to its environment. */
export async function startSite(variables: Record<string, string> = {}): Promise<SiteProcess> {
  const site = await startProcess({ SMS: 'console', LOG_LEVEL: 'info', ...variables })
  pinToServerCore(site.pid)
  return site
}
