import type { City } from '#server/contract/cities.ts'
import { placesOf } from '#server/contract/places.ts'
import type { Term } from '#server/contract/vocabulary.ts'
import type { ChildQuery } from '#server/contract/child/child-query.ts'
import { placeLabel } from '#app/child/read-child.server.ts'

/** The places of a city from which a child's way may begin, with the child's own. */
export function startsOf({ code }: City, child: ChildQuery): Term[] {
  const places = placesOf(code).map(({ name, slug }) => ({ slug, label: name }))
  const { near } = child
  const label = placeLabel(child, code)
  const isListed = near === undefined || label === undefined || places.some(({ slug }) => slug === near)
  return isListed ? places : [{ slug: near, label }, ...places]
}
