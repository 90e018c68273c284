import { cityOfCode, defaultCity } from '#server/contract/cities.ts'
import { noRecipientText, recipientOf, type Recipient } from '#server/contract/leads/recipient.ts'
import { cityCodeOf } from '#server/db/city-code.ts'
import { findOpenDayTarget, findSchoolTarget } from '#server/db/leads/clues.ts'
import type { Transaction } from '#server/db/connect.ts'
import type { Faults, Lead } from './lead-faults.ts'

/** The target of a lead: the city of a school or open day wins over the submitted one. */
export type Target = {
  cityCode: string
  school: { id: number; name: string } | undefined
  recipient: Recipient
  openDayId: number | undefined
}

/**
 * Finds the school and open day of a lead and who receives it, or reports which of them does not exist or that nobody does.
 * Only bookings have an open day.
 */
export async function findTarget(
  tx: Transaction,
  { order_type, open_day_id, school_id, city_code }: Lead,
  operator: string,
): Promise<{ target: Target } | { faults: Faults }> {
  const openDayId = order_type === 'openday' ? open_day_id : undefined
  const day = openDayId === undefined ? undefined : await findOpenDayTarget(tx, openDayId)
  if (openDayId !== undefined && day === undefined) return { faults: { open_day_id: '没有找到这个开放日' } }
  if (day !== undefined && school_id !== undefined && day.schoolId !== school_id) {
    return { faults: { open_day_id: '这个开放日不属于所选学校' } }
  }
  const schoolId = school_id ?? day?.schoolId
  const school = schoolId === undefined ? undefined : await findSchoolTarget(tx, schoolId)
  if (school_id !== undefined && school === undefined) return { faults: { school_id: '没有找到这所学校' } }
  const recipient = recipientOf(school, operator)
  if (recipient === undefined) return { faults: { school_id: noRecipientText(school?.name ?? '') } }
  const sent = cityCodeOf((cityOfCode(city_code ?? '') ?? defaultCity).code)
  return { target: { cityCode: school?.cityCode ?? day?.cityCode ?? sent, school, openDayId, recipient } }
}
