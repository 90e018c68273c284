import { isbot } from 'isbot'
import type { Caller } from '#app/load-context.ts'
import { isLite, runsNoScripts } from './browser-support.ts'

/** Whether a document is sent when all of it is rendered: to the page cache, crawlers and browsers without scripts. */
export function isSentWhole({ context, request }: Caller): boolean {
  const isForCache = context.isForCache === true
  return isForCache || isbot(request.headers.get('user-agent')) || isLite(request) || runsNoScripts(request)
}
