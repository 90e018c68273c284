import { cities } from '#server/contract/cities.ts'
import type { SchoolCardData } from '#server/contract/schools/schools.ts'
import { labelOf, schoolStates } from '#server/contract/vocabulary.ts'

/** A price, marked as of the past for a closed school. */
export function closedAwarePrice(state: SchoolCardData['state'], price: string): string {
  return state === 'closed' ? `停办前 ${price.replace('–', '–\u2060')}` : price
}

/** Label of a school's state other than open: 暂停招生, 已停办. */
export function unusualState(school: Pick<SchoolCardData, 'state'>): string | undefined {
  return school.state === 'open' ? undefined : labelOf(schoolStates, school.state)
}

/** The title of a ranked list on pages that say the city already: without it, and without the year where `year` is false. */
export function rankingTitle(title: string, cityName: string, year = true): string {
  const short = title.replace(cityName, '')
  return year ? short : short.replace(/^\d{4}年?\s*/, '')
}

/** City and district, with which many names of a list begin. */
const place = new RegExp(`^(?:(?:${cities.map(({ name }) => name).join('|')})市?)?(?:..?.?区)?`, 'u')

/** A school's name without the city and the district that it begins with. */
export function withoutPlace(name: string): string {
  return name.replace(place, '')
}

/** What is said behind a fact that is past its life. */
export const staleMark = '（旧）'
