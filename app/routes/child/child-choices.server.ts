import type { City } from '#server/contract/cities.ts'
import { identities, stays } from '#server/contract/child/entry-terms.ts'
import { placesOf } from '#server/contract/places.ts'
import { feeBands } from '#server/contract/vocabulary.ts'
import type { ChildQuery } from '#server/contract/child/child-query.ts'
import { entryYears, isCoordinates } from '#app/child/read-child.server.ts'
import { nowChoices } from '#app/child/grade-now.ts'
import { gradeChoices } from '#app/forms/grade-choices.ts'
import { moneyRange } from '#app/ui/text/format.ts'

type Choice = { value: string; label: string; group?: string }

/** What can be chosen in the form about a child in one city. */
export type ChildChoices = Record<
  'now' | 'grades' | 'years' | 'identities' | 'stays' | 'places' | 'budgets',
  Choice[]
>

const choiceOf = ({ slug, label }: { slug: string; label: string }): Choice => ({ value: slug, label })

/** The choices of the form about a child, its own place among them. */
export function childChoices(city: City, { near }: ChildQuery): ChildChoices {
  const own = near !== undefined && isCoordinates(near) ? [{ value: near, label: '我的位置' }] : []
  const [next = 0] = entryYears()
  const budgets = feeBands.flatMap(({ max }) => (max === undefined ? [] : [max]))
  return {
    now: nowChoices(next, next),
    grades: gradeChoices,
    // An address without a year means the next one.
    years: entryYears().map((year, at) => ({
      value: at === 0 ? '' : String(year),
      label: `${year} 年 9 月`,
    })),
    identities: identities.map(choiceOf),
    stays: stays.map(choiceOf),
    places: [
      ...own,
      ...placesOf(city.code).map(({ slug, name, district }) => ({
        value: slug,
        label: name,
        group: slug === district ? '区' : '片区、地标',
      })),
    ],
    budgets: budgets.map((budget) => ({ value: String(budget), label: moneyRange(undefined, budget) })),
  }
}
