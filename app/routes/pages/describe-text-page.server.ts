import type { Thing } from 'schema-dts'
import type { Caller } from '#app/load-context.ts'
import { cityOf } from '#app/city/position-cookie.ts'
import type { StructuredDataContext } from '#app/seo/structured/structured-data-context.ts'
import { breadcrumbList } from '#app/seo/structured/lists.server.ts'
import { describePage } from '#app/seo/structured/page-description.server.ts'
import { cityBreadcrumbs } from '#app/ui/breadcrumbs.tsx'

/** Structured data of a text page: breadcrumbs, and its subject. */
export function describeTextPage(
  { context, request }: Caller,
  crumb: string,
  about?: (around: StructuredDataContext) => Thing,
): void {
  describePage(context, {
    things: (around) => [
      breadcrumbList(around, cityBreadcrumbs(cityOf(request), { name: crumb })),
      ...(about === undefined ? [] : [about(around)]),
    ],
  })
}
