import type { ParsedInputOf } from '#server/contract/endpoint.ts'
import type { sendJointClue } from '#server/contract/leads/joint-clue.ts'
import { dayHalves } from '#server/contract/leads/visit-terms.ts'
import { labelOf } from '#server/contract/vocabulary.ts'
import { chinaWeekday, startOfChinaDay } from '#server/services/china-time.ts'
import type { Faults, Lead } from './lead-faults.ts'

type Input = ParsedInputOf<typeof sendJointClue>
type Visit = Input['visits'][number]

/** The leads of a call that asks several schools, with what the family wishes before its message. */
export function leadsOf({ visits, people, message, ...person }: Input): Lead[] {
  return visits.map((visit) => {
    const { wish_day: _day, wish_half: _half, ...about } = visit
    const wish = wishText(visit, people)
    return {
      ...person,
      ...about,
      order_type: visit.open_day_id === undefined ? 'order' : 'openday',
      consentForm: 'order',
      visit_times: undefined,
      waitlist: undefined,
      consent_marketing: false,
      message: [wish, message].filter(Boolean).join('\n') || undefined,
    }
  })
}

/** When the family would like to come and how many they are: `希望 12月5日周六上午参观，一共 3 人。` */
function wishText({ open_day_id, wish_day: day, wish_half: half }: Visit, people: number | undefined) {
  const time = [
    ...(day === undefined ? [] : [dayName(day)]),
    ...(half === undefined ? [] : [labelOf(dayHalves, half)]),
  ].join('')
  const parts = [
    ...(open_day_id !== undefined || time === '' ? [] : [`希望 ${time}参观`]),
    ...(people === undefined ? [] : [`一共 ${people} 人`]),
  ]
  return parts.length === 0 ? '' : `${parts.join('，')}。`
}

function dayName(day: string): string {
  return `${Number(day.slice(5, 7))}月${Number(day.slice(8))}日${chinaWeekday(startOfChinaDay(day))}`
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
