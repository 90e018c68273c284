import type { IncomingMessage } from 'node:http'
import { createClientShares, type ClientNetworks } from '../network/client-shares.ts'
import type { Refusal } from './guard.ts'

/** Limits of receiving bodies: time for one body in ms, and bodies at once, in total and from one client. */
export type BodyLimits = { deadlineMs: number; total: number; perClient: number }

/** A received body, the refusal of one that was not received whole, or `gone` when the client has left. */
export type ReceivedBody = Buffer | Refusal | 'gone'

/** Receives request bodies, whose length the guard has checked. */
export type BodyReader = (incoming: IncomingMessage, client: ClientNetworks) => Promise<ReceivedBody>

const defaultLimits: BodyLimits = { deadlineMs: 10_000, total: 2000, perClient: 200 }

const tooSlow: Refusal = { status: 408, message: '提交的内容没有收全，请再试一次' }
const tooManyAtOnce: Refusal = {
  status: 429,
  message: '提交得太频繁，请稍后再试',
  headers: { 'retry-after': '5' },
}

type PendingBody = { abandon: () => void }

/**
 * Makes the body reader. A body is received before its request acquires a slot in a pool, so that slow senders occupy no
 * slots. When too many bodies are pending, the oldest one is abandoned.
 */
export function createBodyReader(limits: Partial<BodyLimits> = {}): BodyReader {
  const { deadlineMs, total, perClient } = { ...defaultLimits, ...limits }
  /** Oldest first. */
  const pending = new Set<PendingBody>()
  const shares = createClientShares({ perClient, total })

  return (incoming, client) => {
    const release = shares.acquire(client)
    if (release === undefined) return Promise.resolve(tooManyAtOnce)
    const [oldest] = pending
    if (pending.size >= total) oldest?.abandon()
    return new Promise((resolve) => {
      const chunks: Buffer[] = []
      const collect = (chunk: Buffer): void => void chunks.push(chunk)
      const end = (received: ReceivedBody): void => {
        if (!pending.delete(own)) return
        clearTimeout(late)
        release()
        incoming.off('data', collect)
        resolve(received)
      }
      const own: PendingBody = { abandon: () => end(tooSlow) }
      const late = setTimeout(own.abandon, deadlineMs)
      pending.add(own)
      incoming.on('data', collect)
      incoming.once('end', () => end(Buffer.concat(chunks)))
      incoming.once('close', () => end('gone'))
      incoming.once('error', () => end('gone'))
    })
  }
}
