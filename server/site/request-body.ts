import type { IncomingMessage } from 'node:http'
import type { Refusal } from './guard.ts'

/** How long a body may take in ms, and how many may be on their way at once: together, and from one client. */
export type BodyLimits = { deadlineMs: number; together: number; perClient: number }

/** A body that has come whole, the refusal of one that has not, or that its sender is gone. */
export type ReceivedBody = Buffer | Refusal | 'gone'

/** Receives bodies of a length that the guard has looked at. */
export type BodyReader = (incoming: IncomingMessage, client: string | undefined) => Promise<ReceivedBody>

const usual: BodyLimits = { deadlineMs: 10_000, together: 2000, perClient: 200 }

const closing = { connection: 'close' }
const tooSlow: Refusal = { status: 408, message: '提交的内容没有收全，请再试一次', headers: closing }
const tooManyAtOnce: Refusal = {
  status: 429,
  message: '提交得太频繁，请稍后再试',
  headers: { ...closing, 'retry-after': '5' },
}

type Underway = { giveUp: () => void }

/**
 * Makes the reader that receives a body before its request gets a place among those that are answered, so that slow
 * senders keep no places. When too many are on their way the one that has taken longest is given up.
 */
export function createBodyReader(limits: Partial<BodyLimits> = {}): BodyReader {
  const { deadlineMs, together, perClient } = { ...usual, ...limits }
  /** In the order in which they began. */
  const underway = new Set<Underway>()
  const ofClient = new Map<string, number>()

  function countOf(client: string | undefined, change: 1 | -1): void {
    if (client === undefined) return
    const count = (ofClient.get(client) ?? 0) + change
    if (count === 0) ofClient.delete(client)
    else ofClient.set(client, count)
  }

  return (incoming, client) => {
    if (client !== undefined && (ofClient.get(client) ?? 0) >= perClient)
      return Promise.resolve(tooManyAtOnce)
    const [longest] = underway
    if (underway.size >= together) longest?.giveUp()
    return new Promise((resolve) => {
      const chunks: Buffer[] = []
      const keep = (chunk: Buffer): void => void chunks.push(chunk)
      const end = (received: ReceivedBody): void => {
        if (!underway.delete(own)) return
        clearTimeout(late)
        countOf(client, -1)
        incoming.off('data', keep)
        resolve(received)
      }
      const own: Underway = { giveUp: () => end(tooSlow) }
      const late = setTimeout(own.giveUp, deadlineMs)
      underway.add(own)
      countOf(client, 1)
      incoming.on('data', keep)
      incoming.once('end', () => end(Buffer.concat(chunks)))
      incoming.once('close', () => end('gone'))
      incoming.once('error', () => end('gone'))
    })
  }
}
