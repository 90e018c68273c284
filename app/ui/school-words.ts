import { cities, cityOfCode } from '#server/contract/cities.ts'
import type { SchoolCardData } from '#server/contract/schools.ts'
import { boardings, labelOf, schoolStates, stages, type Stage } from '#server/contract/vocabulary.ts'

/** Stages as a short text: `小学–高中` for three or more in a row, else `幼儿园、小学`; undefined when unknown. */
export function stagesText(given: readonly Stage[]): string | undefined {
  const at = stages.map(({ slug }) => given.includes(slug))
  const labels = stages.filter((_stage, index) => at[index]).map(({ label }) => label)
  const [first, last] = [at.indexOf(true), at.lastIndexOf(true)]
  if (labels.length === 0) return undefined
  if (labels.length < 3 || last - first + 1 !== labels.length) return labels.join('、')
  return `${labels[0]}–${labels[labels.length - 1]}`
}

/** What stands under a school's name: place, stages, boarding, year; unknown parts are left out. */
export function schoolFacts(school: SchoolCardData, withCity: boolean): string {
  const city = withCity ? cityOfCode(school.city_code)?.name : undefined
  const parts = [
    [city, school.district?.name].filter((name) => name !== undefined).join(''),
    stagesText(school.stages),
    school.boarding === undefined ? undefined : labelOf(boardings, school.boarding),
    school.founded === undefined ? undefined : `${school.founded}年建校`,
  ]
  return parts.filter((part) => part !== undefined && part !== '').join('/') || '学校信息待补充'
}

/** A school's state when it is not an ordinary one: 暂停招生, 已停办. */
export function unusualState(school: Pick<SchoolCardData, 'state'>): string | undefined {
  return school.state === 'open' ? undefined : labelOf(schoolStates, school.state)
}

const cityPrefix = new RegExp(`^(?:${cities.map(({ name }) => name).join('|')})市?`, 'u')

/** Two characters that stand for a school without a picture: the first of its name after the city's. */
export function monogram(name: string): string {
  return Array.from(name.replace(cityPrefix, '') || name)
    .slice(0, 2)
    .join('')
}
