/** Address of the service worker's script, at the root so that its scope may be any path. */
export const workerUrl = '/kiosk-worker.js'

/** Message to a waiting worker: activate now. Pages of earlier builds send the same text, so it must not change. */
export const activateMessage = 'take-over'
