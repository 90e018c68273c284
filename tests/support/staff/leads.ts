import { z } from 'zod'
import type { StaffStage } from './staff-stage.ts'

const answered = z.object({ reference: z.string() })

/** Sends a lead of 张三丰 as a visitor from another address than the members', and gives its reference. */
export async function sendStaffLead(stage: StaffStage, fields: object): Promise<string> {
  const body = { name: '张三丰', city_code: '4403', consent_contact: true, ...fields }
  const answer = await stage.post('/api/clue', body, undefined, '198.51.100.9')
  if (answer.code !== 1000) throw new Error(answer.text)
  return answered.parse(answer.data).reference
}
