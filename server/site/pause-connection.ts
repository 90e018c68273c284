import type { Socket } from 'node:net'

/** Short, since behind a proxy the next request on the connection may be another client's. */
const pauseMs = 80

/**
 * Backpressure: stops reading a refused client's socket for 80 ms. A client that repeats refused requests without a pause
 * would take the time that other answers need.
 */
export function pauseConnection(socket: Socket): void {
  if (socket.destroyed) return
  socket.pause()
  setTimeout(() => socket.resume(), pauseMs).unref()
}
