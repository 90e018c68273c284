import type { Thing } from 'schema-dts'
import type { AppLoadContext } from '#app/load-context.ts'
import { scriptText } from '#app/script-text.server.ts'
import { defaultSiteName } from '#app/root-data.ts'
import { originOf } from '../origin.server.ts'
import type { StructuredDataContext } from './structured-data-context.ts'
import { baiduDates, type PageDates } from './baidu-dates.server.ts'
import type { SchoolNode } from './school.server.ts'

/** A page's structured data for search engines. */
export type PageDescription = {
  /** schema.org things that are visible on the page. */
  things: (around: StructuredDataContext) => readonly (Thing | SchoolNode)[]
  /** Dates of the page's content; each loader of the page may know some. */
  dates?: Partial<PageDates>
}

const descriptionsByContext = new WeakMap<AppLoadContext, PageDescription[]>()

/**
 * Registers structured data of a page for the document that is being rendered, by request context. Loaders of several
 * routes of one page may all add to it; scripts and data requests get none of it.
 */
export function describePage(context: AppLoadContext, description: PageDescription): void {
  const known = descriptionsByContext.get(context)
  if (known === undefined) descriptionsByContext.set(context, [description])
  else known.push(description)
}

/** The JSON-LD texts of a document, safe inside script elements; none for a page without a description. */
export function structuredDataOf(context: AppLoadContext, request: Request): string[] {
  const descriptions = descriptionsByContext.get(context) ?? []
  const origin = originOf({ context, request })
  const at = (path: string) => new URL(path, origin).href
  const merged: Partial<PageDates> = Object.assign({}, ...descriptions.map(({ dates }) => dates))
  const around = { at, site: context.site ?? { name: defaultSiteName }, title: merged.title }
  const graph = descriptions.flatMap(({ things }) => things(around))
  const dates = datesOf(merged)
  return [
    ...(graph.length === 0 ? [] : [jsonLd({ '@context': 'https://schema.org', '@graph': graph })]),
    ...(dates === undefined ? [] : [jsonLd(baiduDates(around, dates))]),
  ]
}

/** The merged dates; undefined where the page has none. */
function datesOf({ path, title, ...dates }: Partial<PageDates>): PageDates | undefined {
  if (path === undefined || title === undefined) return undefined
  return dates.published === undefined && dates.updated === undefined ? undefined : { path, title, ...dates }
}

/** JSON-LD with plain spaces: those that do not break are of the page's layout. */
function jsonLd(value: object): string {
  return scriptText(value).replaceAll('\u00a0', ' ')
}
