import { cityOfCode, type City } from '#server/contract/cities.ts'
import { yearlyCostLabel } from '#server/contract/child/cost-for.ts'
import { districtOf } from '#server/contract/districts.ts'
import { gradeOfSlug } from '#server/contract/grades.ts'
import { placeOf } from '#server/contract/places.ts'
import { schoolSections } from '#server/contract/schools/school-sections.ts'
import type { UnderstoodSearch } from '#server/contract/search/understand.ts'
import { closedFacets, schoolFacets, termFacets, type ClosedFacet } from '#server/contract/schools/facets.ts'
import { boardings, labelOf, stages } from '#server/contract/vocabulary.ts'
import { schoolListPath, schoolPath } from '#app/paths.ts'
import { moneyRange } from '#app/ui/text/format.ts'

/** Fields of a list's address and of the API's call, of what a search means. */
export function filterFields(understood: UnderstoodSearch): Record<string, string> {
  const fields: Record<string, string> = {}
  for (const facet of termFacets) {
    if (understood[facet].length > 0) fields[facet] = understood[facet].join(',')
  }
  if (understood.fee_min !== undefined) fields['fee_min'] = String(understood.fee_min)
  if (understood.fee_max !== undefined) fields['fee_max'] = String(understood.fee_max)
  // With a grade the tuition is that grade's; with a place the nearest schools are first.
  if (understood.grade !== undefined) fields['grade'] = understood.grade
  if (understood.place !== undefined) fields['near'] = understood.place
  return fields
}

/** The list of a city with what a search means as filters. */
function understoodListPath(city: City, understood: UnderstoodSearch): string {
  const query = new URLSearchParams(filterFields(understood)).toString()
  return schoolListPath(city, understood.q) + (query === '' ? '' : `?${query}`)
}

/** The facets that are said between a district and a stage. */
const attributes = [...new Set<ClosedFacet>(['kind', 'curriculum', 'language', ...closedFacets])].filter(
  (facet) => facet !== 'stage',
)

/** What a search was understood as, in words: 南山区、IB、小学. */
export function understoodWords(understood: UnderstoodSearch): string {
  const { city_code: code, place, grade, section, q } = understood
  const city = code === undefined ? undefined : cityOfCode(code)
  const placeName = code === undefined || place === undefined ? undefined : placeOf(code, place)?.name
  const districts = understood.district.map((slug) =>
    code === undefined ? slug : (districtOf(code, slug)?.name ?? slug),
  )
  const gradeName = grade === undefined ? undefined : gradeOfSlug(grade)?.label
  return [
    city?.name,
    ...(placeName === undefined ? districts : districts.map((name) => `${name}（${placeName}一带）`)),
    ...attributes.flatMap((facet) =>
      facet === 'boarding'
        ? boardingWords(understood.boarding)
        : understood[facet].map((slug) => labelOf(schoolFacets[facet].terms, slug)),
    ),
    gradeName,
    ...understood.stage.map((slug) => labelOf(stages, slug)),
    q,
    feeWords(understood),
    section === undefined ? undefined : `看${labelOf(schoolSections, section)}`,
  ]
    .filter((word) => word !== undefined)
    .join('、')
}

function feeWords({ fee_min: min, fee_max: max, grade }: UnderstoodSearch): string | undefined {
  if (min === undefined && max === undefined) return undefined
  return max === 0 ? '免学费' : `${grade === undefined ? '学费' : yearlyCostLabel}${moneyRange(min, max)}`
}

function boardingWords(slugs: readonly string[]): string[] {
  if (slugs.length === 2 && !slugs.includes('day')) return ['可以住校']
  if (slugs.length === 2 && !slugs.includes('full')) return ['可以走读']
  return slugs.map((slug) => labelOf(boardings, slug))
}

const sectionPaths = {
  fees: (id) => `${schoolPath(id, 'admissions')}#fees`,
  contact: (id) => `${schoolPath(id)}#facts`,
  admissions: (id) => schoolPath(id, 'admissions'),
  opendays: (id) => `${schoolPath(id, 'admissions')}#opendays`,
  teachers: (id) => schoolPath(id, 'teachers'),
  graduates: (id) => schoolPath(id, 'graduates'),
  answers: (id) => schoolPath(id, 'faq'),
} satisfies Record<(typeof schoolSections)[number]['slug'], (id: number) => string>

/** What pages say of a meaning: it in words, the list of a city with the same filters, and the part of schools' pages that is asked for. */
export function understoodView(
  current: City,
  understood: UnderstoodSearch,
  schools: readonly { id: number; name: string }[],
) {
  const city = cityOfCode(understood.city_code ?? '') ?? current
  const { section } = understood
  return {
    words: understoodWords(understood),
    city: city.name,
    listHref: understoodListPath(city, understood),
    links: section === undefined ? [] : schools.map((school) => sectionLink(section, school)),
  }
}
export type UnderstoodView = ReturnType<typeof understoodView>

/** The part of a school's pages that a search asks for, with its link's text. */
function sectionLink(
  section: (typeof schoolSections)[number]['slug'],
  { id, name }: { id: number; name: string },
): { href: string; text: string } {
  return { href: sectionPaths[section](id), text: `${name}：${labelOf(schoolSections, section)}` }
}
