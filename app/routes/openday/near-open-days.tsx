import { ChildLink } from '#app/child/child-link.tsx'
import type { City } from '#server/contract/cities.ts'
import type { openDayFacets } from '#server/contract/open-days.ts'
import type { DataOf } from '#server/contract/endpoint.ts'
import { facets, filterTitle, listHref, withoutFilter, withTerm, type Filters } from './filters.ts'

type Props = { city: City; filters: Filters; terms: DataOf<typeof openDayFacets> | undefined }

/** The most other terms of a facet. */
const mostOthers = 3

/** Lists next to an empty one as links with their numbers: without one of the filters, or with another term in its place. */
export function NearOpenDays({ city, filters, terms }: Props) {
  if (terms === undefined) return null
  const ways = [
    ...facets.flatMap((facet) => {
      const others = filters[facet] === undefined ? [] : (terms[facet] ?? [])
      return others
        .slice(0, mostOthers)
        .map(({ value, label, count }) => ({ to: withTerm(filters, facet, value), label, count }))
    }),
    ...terms.relaxations.map(({ remove, count }) => ({
      to: withoutFilter(filters, remove),
      label: `不限${filterTitle(remove)}`,
      count,
    })),
  ]
  if (ways.length === 0) return null
  return (
    <>
      <p>换一个条件：</p>
      <ul>
        {ways.map(({ to, label, count }) => (
          <li key={label}>
            <ChildLink href={listHref(city, to)}>{`${label}，有 ${count} 场`}</ChildLink>
          </li>
        ))}
      </ul>
    </>
  )
}
