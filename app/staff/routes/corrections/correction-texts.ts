import type { DataOf } from '#server/contract/endpoint.ts'
import { correctionFields } from '#server/contract/corrections/correction-fields.ts'
import type { getStaffCorrection } from '#server/contract/staff/corrections.ts'
import { labelOf } from '#server/contract/vocabulary.ts'

/** A report of an error. */
export type Correction = DataOf<typeof getStaffCorrection>

/** Names of a report's states. */
export const stateNames: Readonly<Record<Correction['state'], string>> = {
  received: '待核实',
  corrected: '已更正',
  unchanged: '核实无误',
}

/** What a report is about, such as 学费. */
export function fieldText({ field }: Correction): string {
  return labelOf(correctionFields, field)
}
