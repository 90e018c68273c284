import { cityOfCode } from '#server/contract/cities.ts'
import { shortDistrictName } from '#server/contract/district-name.ts'
import type { SchoolCardData } from '#server/contract/schools/schools.ts'
import { boardings, labelOf, stages, type Stage } from '#server/contract/vocabulary.ts'

/** Stages as a short text: `小学至高中` for three or more in a row, `初高中`, else `幼儿园、小学`; undefined when unknown. */
export function stagesText(given: readonly Stage[]): string | undefined {
  const at = stages.map(({ slug }) => given.includes(slug))
  const labels = stages.filter((_stage, index) => at[index]).map(({ label }) => label)
  const [first, last] = [at.indexOf(true), at.lastIndexOf(true)]
  if (labels.length === 0) return undefined
  if (labels.join('') === '初中高中') return '初高中'
  if (labels.length < 3 || last - first + 1 !== labels.length) return labels.join('、')
  return `${labels[0]}至${labels[labels.length - 1]}`
}

/** Separator of facts, at the end of a line as good as inside of one. */
const between = '，'

/** Facts in one line. */
function joinFacts(facts: readonly (string | undefined)[]): string {
  return facts.filter((fact) => fact !== undefined && fact !== '').join(between)
}

/** The line below a school's name: district, `way`, stages, boarding; unknown parts are left out, empty when all are. */
export function schoolFacts(school: SchoolCardData, withCity: boolean, way?: string): string {
  const city = withCity ? cityOfCode(school.city_code)?.name : undefined
  const district = school.district && shortDistrictName(school.district.name)
  const facts = [
    [city, district].filter((name) => name !== undefined).join(''),
    way,
    stagesText(school.stages),
    school.boarding === undefined ? undefined : labelOf(boardings, school.boarding),
  ]
  return joinFacts(facts)
}
