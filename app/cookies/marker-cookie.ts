/**
 * Name of the marker cookie: readable by scripts and without content, it says that the server has state of this
 * visitor.
 */
export const markerCookie = 'visitor'

/** Whether the marker cookie is set, for scripts. */
export function hasMarker(): boolean {
  return document.cookie.split('; ').includes(`${markerCookie}=1`)
}
