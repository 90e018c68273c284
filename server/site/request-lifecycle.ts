import type { IncomingMessage, ServerResponse } from 'node:http'
import { isRequestId, newRequestId, requestIdHeader } from '../logging/request-id.ts'

/** A request and its answer, with what metrics and access log record of them. */
export type Answer = {
  /** Request id, in every log line and on error pages. */
  readonly id: string
  readonly incoming: IncomingMessage
  readonly outgoing: ServerResponse
  /** When the request arrived, on the clock of `performance`. */
  readonly since: number
  /** Bytes that the connection had sent before. */
  readonly bytesBefore: number
  /** Server-Timing of the answer, with a page's cache status. */
  serverTiming?: string | null | undefined
  /** What refused the request: the guard or admission control. */
  refusedBy?: 'guard' | 'admission'
  /** The answer is a file of the build. */
  isFile?: true
}

/** Called once for each answer, when it was sent or cut off. */
export type Observer = (answer: Answer) => void

/** An answer from memory. */
export type ReadyAnswer = {
  status: number
  headers: Readonly<Record<string, string>>
  body: string | Buffer | undefined
}

/** Request lifecycle: tracks each answer from its beginning to its end. */
export type RequestLifecycle = {
  /** Begins an answer. */
  begin: (incoming: IncomingMessage, outgoing: ServerResponse) => Answer
  /** Tracks an answer that is made asynchronously: `of` finds it, and observers are notified at its end. */
  track: (answer: Answer) => void
  /** The tracked answer of a response. */
  of: (outgoing: object) => Answer | undefined
  /** Sends an answer from memory, at once; the response, which may close its connection, ends after `until`. */
  send: (answer: Answer, ready: ReadyAnswer, until?: Promise<void>) => void
}

/**
 * Makes the lifecycle with its observers; a request id is accepted from clients for which `isTrusted` holds. `headers`:
 * those that every answer from memory has beside its own.
 */
export function trackRequests(
  observers: readonly Observer[],
  {
    isTrusted,
    headers: common = [],
  }: { isTrusted: (incoming: IncomingMessage) => boolean; headers?: readonly string[] },
): RequestLifecycle {
  /** Flat header lists of answers from memory, which Node writes quickest, with a last slot for the request id. */
  const flatHeaders = new WeakMap<object, string[]>()
  /** Valid until the next call, which overwrites the slot of the id. */
  const withId = (headers: ReadyAnswer['headers'], id: string): string[] => {
    const known = flatHeaders.get(headers)
    const flat = known ?? [...Object.entries(headers).flat(), ...common, requestIdHeader, '']
    if (!known) flatHeaders.set(headers, flat)
    flat[flat.length - 1] = id
    return flat
  }
  const tracked = new WeakMap<object, Answer>()
  const notify = (answer: Answer): void => {
    for (const observe of observers) observe(answer)
  }
  return {
    begin: (incoming, outgoing) => ({
      id: idOf(incoming, isTrusted),
      incoming,
      outgoing,
      since: performance.now(),
      bytesBefore: incoming.socket.bytesWritten,
    }),
    track(answer) {
      tracked.set(answer.outgoing, answer)
      answer.outgoing.once('close', () => notify(answer))
    },
    of: (outgoing) => tracked.get(outgoing),
    send(answer, { status, headers, body }, until) {
      const { outgoing } = answer
      answer.serverTiming = headers['server-timing']
      outgoing.writeHead(status, withId(headers, answer.id))
      if (until) {
        outgoing.write(body ?? '')
        void until.then(() => outgoing.end())
      } else outgoing.end(body)
      if (tracked.has(outgoing)) return
      // Most are written to the kernel at once: thousands a second need no listener.
      if (outgoing.writableFinished) notify(answer)
      else outgoing.once('close', () => notify(answer))
    },
  }
}

function idOf(incoming: IncomingMessage, isTrusted: (incoming: IncomingMessage) => boolean): string {
  const given = incoming.headers[requestIdHeader]
  return typeof given === 'string' && isRequestId(given) && isTrusted(incoming) ? given : newRequestId()
}

/** Cache status of a page (hit, stale, miss, stale_if_error), from Server-Timing; undefined for other answers. */
export function cacheStatusOf({ serverTiming }: Answer): string | undefined {
  return /page;desc="(\w+)"/.exec(serverTiming ?? '')?.[1]
}
