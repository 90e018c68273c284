/** Addresses of events in the staff area, without its prefix (see `paths.ts`). */

export const eventsPath = '/events/'
export const newEventPath = '/events/new/'
/** Where a scanner is tried; checks nobody in. */
export const tryScannerPath = '/events/scanner/'

/** An event's page, or one below it. */
export function eventPath(
  id: number | string,
  part?: 'edit' | 'visibility' | 'guests' | 'guests/import' | 'pair' | 'report' | 'paper',
): string {
  return part === undefined ? `/events/${id}/` : `/events/${id}/${part}/`
}

/** A guest's page, or one below it. */
export function guestPath(id: number | string, part?: 'correct' | 'undo' | 'remove'): string {
  return part === undefined ? `/guests/${id}/` : `/guests/${id}/${part}/`
}

/** The page that asks before a check-in device is revoked. */
export function revokeDevicePath(id: number | string): string {
  return `/devices/${id}/revoke/`
}
