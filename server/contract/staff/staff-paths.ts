/** Every address of the staff area begins so; calls of its API do not. */
export const staffPrefix = '/staff/'

/** Name of the cookie with the token of a staff session, which browsers send to addresses of the area only. */
export const staffCookie = 'staff'

/** The visitors' page at `?path=` as it will be when a draft is published, by the draft's id. */
export const draftPagePath = /^\/staff\/drafts\/([1-9]\d{0,8})\/page\/$/
