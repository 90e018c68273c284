import type { CheckInResult, Confirmation, EventState, Guest, ListPage, Pairing } from './contract-types.ts'

/*
 * Type guards for data of the API and of this device's storage. The server validates its responses against the
 * contract; these guards check the members without which the kiosk cannot work. A schema library would double its bundle.
 */

/** Whether a value is an object with members. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Whether a value is the response of a pairing. */
export function isPairing(data: unknown): data is Pairing {
  if (!isRecord(data) || typeof data['token'] !== 'string') return false
  return isRecord(data['device']) && typeof data['device']['name'] === 'string' && isEvent(data['event'])
}

/** Whether a value is the state of an event and device. */
export function isEventState(data: unknown): data is EventState {
  if (!isRecord(data) || !Array.isArray(data['conflicts'])) return false
  return typeof data['version'] === 'number' && isTime(data['now']) && isTime(data['wipe_at'])
}

/** Whether a value is a page of the guest list. */
export function isListPage(data: unknown): data is ListPage {
  if (!isRecord(data) || !isEvent(data['event']) || !isTime(data['wipe_at'])) return false
  const { version, more, reset, rows } = data
  const hasState = typeof version === 'number' && typeof more === 'boolean' && typeof reset === 'boolean'
  return hasState && Array.isArray(rows) && rows.every(isGuest)
}

/** Whether a value is the list of results of a batch. */
export function isCheckInResults(data: unknown): data is CheckInResult[] {
  return (
    Array.isArray(data) && data.every((result) => isRecord(result) && typeof result['state'] === 'string')
  )
}

/** Whether a value is the confirmation of an unpairing or of an undone check-in. */
export function isConfirmation(data: unknown): data is Confirmation {
  return isRecord(data) && typeof data['msg'] === 'string'
}

/** Whether a value is a guest of the list. */
export function isGuest(value: unknown): value is Guest {
  return isRecord(value) && typeof value['id'] === 'number' && typeof value['name'] === 'string'
}

function isEvent(value: unknown): boolean {
  return isRecord(value) && typeof value['id'] === 'number' && typeof value['title'] === 'string'
}

function isTime(value: unknown): boolean {
  return typeof value === 'string' && !Number.isNaN(Date.parse(value))
}
