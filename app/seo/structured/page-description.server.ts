import type { Thing } from 'schema-dts'
import type { AppLoadContext } from '#app/load-context.ts'
import { scriptText } from '#app/script-text.server.ts'
import { defaultSiteName } from '#app/root-data.ts'
import { originOf } from '../origin.server.ts'
import type { StructuredDataContext } from './structured-data-context.ts'
import { baiduDates, type PageDates } from './baidu-dates.server.ts'
import type { SchoolNode } from './school.server.ts'

/** What one page says of itself to search engines. */
export type PageDescription = {
  /** Things of schema.org that a reader sees on the page. */
  things: (around: StructuredDataContext) => readonly (Thing | SchoolNode)[]
  /** Days of what the page shows, where it shows them; loaders of one page may each know a part. */
  dates?: Partial<PageDates>
}

const descriptionsByContext = new WeakMap<AppLoadContext, PageDescription[]>()

/**
 * Keeps what a loader knows about its page for the document that is being made; nothing of it is sent to scripts, and
 * data requests never make it. Loaders of several routes of one page may all add to it.
 */
export function describePage(context: AppLoadContext, description: PageDescription): void {
  const known = descriptionsByContext.get(context)
  if (known === undefined) descriptionsByContext.set(context, [description])
  else known.push(description)
}

/** The texts of a document's `application/ld+json` scripts, safe inside HTML; none for an undescribed page. */
export function structuredDataOf(context: AppLoadContext, request: Request): string[] {
  const descriptions = descriptionsByContext.get(context) ?? []
  const origin = originOf({ context, request })
  const at = (path: string) => new URL(path, origin).href
  const merged: Partial<PageDates> = Object.assign({}, ...descriptions.map(({ dates }) => dates))
  const around = { at, site: context.site ?? { name: defaultSiteName }, title: merged.title }
  const graph = descriptions.flatMap(({ things }) => things(around))
  const dates = datesOf(merged)
  return [
    ...(graph.length === 0 ? [] : [scriptText({ '@context': 'https://schema.org', '@graph': graph })]),
    ...(dates === undefined ? [] : [scriptText(baiduDates(around, dates))]),
  ]
}

/** Dates are told only where a page has them. */
function datesOf({ path, title, ...dates }: Partial<PageDates>): PageDates | undefined {
  if (path === undefined || title === undefined) return undefined
  return dates.published === undefined && dates.updated === undefined ? undefined : { path, title, ...dates }
}
