import type { ParsedInputOf } from '#server/contract/endpoint.ts'
import type { sendJointClue } from '#server/contract/leads/joint-clue.ts'
import { dayHalves } from '#server/contract/leads/visit-terms.ts'
import { labelOf } from '#server/contract/vocabulary.ts'
import { chinaWeekday, startOfChinaDay } from '#server/services/china-time.ts'
import type { Faults, Lead } from './lead-faults.ts'

type Input = ParsedInputOf<typeof sendJointClue>
type Visit = Input['visits'][number]

/** The leads of a call that asks several schools. */
export function leadsOf({ visits, people, ...person }: Input): Lead[] {
  return visits.map((visit) => {
    const { wish_day: day, wish_half: half, ...about } = visit
    const isOpenDay = visit.open_day_id !== undefined
    return {
      ...person,
      ...about,
      order_type: isOpenDay ? 'openday' : 'order',
      consentForm: 'order',
      visit_times: undefined,
      waitlist: undefined,
      consent_marketing: false,
      wish: isOpenDay ? undefined : wishText(day, half),
      people: people === undefined ? undefined : String(people),
    }
  })
}

/** When the family would like to come: `2026年12月5日周六上午`; undefined for any time. */
function wishText(day: Visit['wish_day'], half: Visit['wish_half']): string | undefined {
  const words = `${day === undefined ? '' : dayName(day)}${half === undefined ? '' : labelOf(dayHalves, half)}`
  return words === '' ? undefined : words
}

function dayName(day: string): string {
  const [year, month, date] = day.split('-').map(Number)
  return `${year}年${month}月${date}日${chinaWeekday(startOfChinaDay(day))}`
}

/** What is wrong with a visit itself; anything else is wrong with all of them. */
const ownFields = ['school_id', 'open_day_id', 'consent_contact', 'consent_guardian']

/** The faults of leads by the fields of the call. */
export function jointFaults(faults: readonly (Faults | undefined)[]): Faults {
  return Object.fromEntries(
    faults.flatMap((of = {}, at) =>
      Object.entries(of).map(([field, text]) => [
        ownFields.includes(field) ? `visits.${at}.${field}` : field,
        text,
      ]),
    ),
  )
}
