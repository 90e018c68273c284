import type { IncomingMessage } from 'node:http'

/** How much of a refused body is read, in bytes and ms. */
export type DiscardLimits = { bytes: number; ms: number }

/** Three times the largest upload, and less than the time that a request has (http-server.ts). */
const usual: DiscardLimits = { bytes: 64 * 1024 * 1024, ms: 10_000 }

/** Whether some of a request's body may not have been read yet. */
export function hasUnreadBody({ headers, complete }: IncomingMessage): boolean {
  const { 'content-length': length, 'transfer-encoding': transfer } = headers
  return !complete && (transfer !== undefined || (length !== undefined && length !== '0'))
}

/**
 * Reads the rest of a refused body and drops it; resolves at its end, or at the limits. A connection that is closed while
 * its client sends is reset, and browsers then show an error of their own instead of the answer.
 */
export function discardBody(incoming: IncomingMessage, limits: Partial<DiscardLimits> = {}): Promise<void> {
  const { bytes, ms } = { ...usual, ...limits }
  return new Promise((resolve) => {
    let received = 0
    const count = (chunk: Buffer): void => {
      received += chunk.length
      if (received > bytes) end()
    }
    const end = (): void => {
      clearTimeout(late)
      incoming.off('data', count).pause()
      resolve()
    }
    const late = setTimeout(end, ms)
    incoming.once('end', end).once('close', end).once('error', end).on('data', count)
  })
}
