import { requestTimeout } from '#app/request-timeout.ts'

/**
 * The position of the browser's geolocation. Rejects when there is none after the request limit, which the engine's own
 * limit does not do while the permission prompt is open.
 */
export function positionOfBrowser(): Promise<GeolocationCoordinates> {
  return new Promise((resolve, reject) => {
    setTimeout(reject, requestTimeout)
    navigator.geolocation.getCurrentPosition(({ coords }) => resolve(coords), reject, {
      timeout: requestTimeout,
      maximumAge: 300_000,
    })
  })
}
