import { requestPath } from '#app/paths.ts'

/** Where a sent request leads: its number, and what it was about; nothing of who sent it. */
export function confirmationPath(reference: string, fields: Readonly<Record<string, string>>): string {
  const query = new URLSearchParams({ orderType: fields['order_type'] ?? 'order' })
  const { school_id: schoolId, open_day_id: openDayId } = fields
  if (schoolId !== undefined) query.set('schoolId', schoolId)
  if (openDayId !== undefined) query.set('openDayId', openDayId)
  return `${requestPath(reference)}?${query.toString()}`
}
