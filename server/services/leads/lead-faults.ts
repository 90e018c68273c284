import { type LeadField, leadFieldNames, leadFields } from '#server/contract/catalogue/lead-fields.ts'
import type { sendClue } from '#server/contract/leads/clue.ts'
import type { OrderType } from '#server/contract/catalogue/order-types.ts'
import { missingConsents } from '#server/contract/leads/consents.ts'
import type { ParsedInputOf } from '#server/contract/endpoint.ts'
import { gradeMisfitText, grades } from '#server/contract/grades.ts'
import { normalPhone } from '#server/contract/phone-number.ts'

/** A lead, parsed by the contract; `consentForm`: the form beside whose consents it was sent, where that is not of its own type. */
export type Lead = ParsedInputOf<typeof sendClue> & { consentForm?: OrderType }

/** Errors of a lead: a message per field. */
export type Faults = Readonly<Record<string, string>>

/** Validates the fields of a lead against each other; undefined when they are valid. */
export function findFaults(lead: Lead): Faults | undefined {
  const faults: Record<string, string> = {}
  const grade = grades.find(({ slug }) => slug === lead.grade)
  if (lead.stage !== undefined && grade !== undefined && grade.stage !== lead.stage) {
    faults['grade'] = gradeMisfitText(lead.grade)
  }
  if (lead.order_type === 'openday' && lead.open_day_id === undefined) {
    faults['open_day_id'] = '请选择要参加的开放日'
  }
  for (const name of leadFieldNames) {
    const { invalid, misplaced = invalid, types }: LeadField = leadFields[name]
    if (lead[name] !== undefined && !types.includes(lead.order_type)) faults[name] = misplaced
  }
  if (isToBeTexted(lead) && normalPhone(lead.phone) === undefined) {
    faults['contact_preference'] = '这个号码收不到短信，请换一项；想用微信或邮箱联系，可以写在留言里'
  }
  const { stage, grade: gradeGiven, consent_contact: contact, consent_guardian: guardian } = lead
  Object.assign(faults, missingConsents({ stage, grade: gradeGiven, contact, guardian }))
  return Object.keys(faults).length === 0 ? undefined : faults
}

/** Whether a message, not a call, was asked for. */
function isToBeTexted({ contact_preference: preference }: Lead): boolean {
  return preference === 'text_first' || preference === 'no_call'
}
