/** The connection mode that staff chose: detected, or forced online or offline. */
export type ConnectionMode = 'auto' | 'online' | 'offline'

/** Whether the server is reachable, estimated from its last responses. */
export type Connection = {
  readonly online: boolean
  /** Durations of the last responses in ms, oldest first; undefined for a failed call. */
  readonly answers: readonly (number | undefined)[]
}

const remembered = 5
const failuresToOffline = 2
const responsesToOnline = 2
/** A mean duration above this counts as offline, in ms. */
const tooSlow = 3000

/** The state before the first call. */
export const initialConnection: Connection = { online: true, answers: [] }

/**
 * The state after one more call. Two failures among the last five calls, or a mean duration of 3 s and more, make it
 * offline; two successful calls in a row make it online.
 */
export function withAnswer({ online, answers }: Connection, took: number | undefined): Connection {
  if (!online && took === undefined) return { online, answers: [] }
  const last = [...answers, took].slice(-remembered)
  const came = last.filter((each) => each !== undefined)
  const mean = came.reduce((sum, each) => sum + each, 0) / Math.max(1, came.length)
  if (online) {
    const goesOffline = last.length - came.length >= failuresToOffline || mean >= tooSlow
    return goesOffline ? { online: false, answers: [] } : { online, answers: last }
  }
  const goesOnline = last.length >= responsesToOnline && mean < tooSlow
  return goesOnline ? { online: true, answers: [] } : { online, answers: last }
}

/** Whether a check-in waits for the server's result: by the chosen mode, else by the detected state. */
export function isOnline(connection: Connection, mode: ConnectionMode): boolean {
  return mode === 'auto' ? connection.online : mode === 'online'
}
