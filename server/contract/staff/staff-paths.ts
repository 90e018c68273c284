/** Every address of the staff area begins so; calls of its API do not. */
export const staffPrefix = '/staff/'

/**
 * Names of the cookie with the token of a staff session, which browsers send to addresses of the area only: behind HTTPS the
 * one that no page over plain HTTP and no other host of the domain can set without it.
 */
export const secureStaffCookie = '__Secure-staff'
export const plainStaffCookie = 'staff'

/** The token of a staff session among cookies of either name, valid or not. */
export function staffTokenIn(cookies: Readonly<Record<string, string | undefined>>): string | undefined {
  return cookies[secureStaffCookie] ?? cookies[plainStaffCookie]
}

/** The visitors' page at `?path=` as it will be when a draft is published, by the draft's id. */
export const draftPagePath = /^\/staff\/drafts\/([1-9]\d{0,8})\/page\/$/
