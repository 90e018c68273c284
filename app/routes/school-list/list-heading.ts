import { namesOf, recordOf } from '#server/contract/catalogue/typed-records.ts'
import { schoolFacet, termFacets, type TermFacet } from '#server/contract/schools/facets.ts'
import { termsOf, type Filters } from './filters.ts'
import type { ListScope } from './list-scope.ts'

/** With more terms the heading names none. */
const maxTerms = 4

const withoutSchool = (label: string) => label.replace(/学校$/u, '')

/**
 * Subject of a list's heading, between the city and 学校: `南山区IB高中`, `“枫林”`, or nothing for all schools. `filters`
 * include the path's term.
 */
export function listSubject({ city, q }: ListScope, filters: Filters): string {
  const labels = recordOf(termFacets, (facet) =>
    termsOf(facet, city.code)
      .filter(({ slug }) => filters[facet].includes(slug))
      .map(({ label }) => (label === '可以住校' ? `${label}的` : withoutSchool(label))),
  )
  const named = Object.values(labels).flat().length > maxTerms ? '' : inOrder(labels).join('')
  return q === undefined ? named : `${named}“${q}”`
}

/** Joins labels in the order of Chinese attributes: district, kind, curriculum, boarding, school life, stage. */
function inOrder(labels: Record<TermFacet, string[]>): string[] {
  const { district, stage, kind, curriculum, boarding, ...others } = labels
  const life = namesOf(others).flatMap((facet) =>
    others[facet].map((label) => `${schoolFacet(facet).before ?? ''}${label}`),
  )
  const told = life.length === 0 ? [] : [`${life.join('、')}的`]
  return [district, kind, curriculum, boarding, told, stage].map((words) => words.join('、'))
}

/** Heading of a list: `深圳南山区学校`, `深圳IB高中`; a stage is a noun, everything else stands before 学校. */
export function listHeading(scope: ListScope, filters: Filters): string {
  const subject = listSubject(scope, filters)
  const isNoun = subject !== '' && scope.q === undefined && filters.stage.length > 0
  return `${scope.city.name}${subject}${isNoun ? '' : '学校'}`
}

/** A number of schools as text: `12 所`, or `1000+ 所` when the count is a lower bound. */
export function countText(total: number, isFloor = false): string {
  return `${total}${isFloor ? '+' : ''} 所`
}
