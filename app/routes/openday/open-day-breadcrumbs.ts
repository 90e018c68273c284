import type { City } from '#server/contract/cities.ts'
import { openDayPath } from '#app/paths.ts'
import { cityBreadcrumbs } from '#app/ui/breadcrumbs.tsx'

/** Breadcrumbs of one open day. */
export const itemBreadcrumbs = (city: City, name: string) =>
  cityBreadcrumbs(city, { name: '开放日', href: openDayPath(city) }, { name })
