import type { sendClue } from '#server/contract/leads/clue.ts'
import { missingConsents } from '#server/contract/leads/consents.ts'
import type { ParsedInputOf } from '#server/contract/endpoint.ts'
import { gradeMisfitText, grades } from '#server/contract/grades.ts'

/** A lead, parsed by the contract. */
export type Lead = ParsedInputOf<typeof sendClue>

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
  if (lead.visit_times !== undefined && lead.order_type !== 'order') {
    faults['visit_times'] = '只有预约参观可以选方便的时间'
  }
  if (lead.contact_preference !== undefined && lead.order_type === 'openday') {
    faults['contact_preference'] = '预约开放日不用选联系方式'
  }
  const { stage, grade: gradeGiven, consent_contact: contact, consent_guardian: guardian } = lead
  Object.assign(faults, missingConsents({ stage, grade: gradeGiven, contact, guardian }))
  return Object.keys(faults).length === 0 ? undefined : faults
}
