/** A cookie without content that scripts can read: the server knows something of this visitor, and may be asked. */
export const markerCookie = 'visitor'

/** Whether this browser's server knows something of its visitor; for scripts. */
export function hasMarker(): boolean {
  return document.cookie.split('; ').includes(`${markerCookie}=1`)
}
