import type { Socket } from 'node:net'

/** Shorter than anybody notices: behind a proxy the next request on the connection may be somebody else's. */
const restMs = 80

/**
 * Reads nothing from a connection for a moment: who was just refused and asks again at once, over and over, would take
 * the time that answers to others need.
 */
export function pauseConnection(socket: Socket): void {
  if (socket.destroyed) return
  socket.pause()
  setTimeout(() => socket.resume(), restMs).unref()
}
