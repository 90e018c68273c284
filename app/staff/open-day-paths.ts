/** Addresses of open days in the staff area, without its prefix (see `paths.ts`). */

export const openDaysPath = '/open-days/'
export const newOpenDayPath = '/open-days/new/'

/** An open day's page, or one below it. */
export function openDayPath(id: number | string, part?: 'edit' | 'cancel' | 'reinstate' | 'calls'): string {
  return part === undefined ? `/open-days/${id}/` : `/open-days/${id}/${part}/`
}

/** The page that takes a request off the waiting list. */
export function removeWaitingPath(id: number | string, reference: string): string {
  return `/open-days/${id}/waiting/${reference}/remove/`
}

/** The address with the number of seats that a change gave to the waiting list, for the message of the page. */
export function withSeated(path: string, seated: number): string {
  return seated === 0 ? path : `${path}&seated=${seated}`
}
