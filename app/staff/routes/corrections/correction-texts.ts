import type { DataOf } from '#server/contract/endpoint.ts'
import { correctionFields } from '#server/contract/leads/correction-fields.ts'
import type { getStaffCorrection } from '#server/contract/staff/corrections.ts'
import { labelOf } from '#server/contract/vocabulary.ts'

/** A report of an error. */
export type Correction = DataOf<typeof getStaffCorrection>

/** What a report is about, such as 学费. */
export function fieldText({ field }: Correction): string {
  return labelOf(correctionFields, field)
}
