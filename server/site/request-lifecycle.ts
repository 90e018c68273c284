import type { IncomingMessage, ServerResponse } from 'node:http'
import { isRequestId, newRequestId, requestIdHeader } from '../logging/request-id.ts'

/** An answer on its way, and what those who count or write it down may want to know of it. */
export type Answer = {
  /** Names the request in every log and on the page of an error. */
  readonly id: string
  readonly incoming: IncomingMessage
  readonly outgoing: ServerResponse
  /** When the request came, on the clock of `performance`. */
  readonly since: number
  /** What the connection had sent before, in bytes. */
  readonly sentBefore: number
  /** Server-Timing of the answer: how a page was found. */
  serverTiming?: string | null | undefined
  /** Who let the request go no further. */
  refusedBy?: 'guard' | 'gate'
  /** A file of the build. */
  isFile?: true
}

/** Hears of an answer once it has left or was cut; may hear of its beginning. */
export type Observer = (answer: Answer) => void

/** Status, headers and body of an answer from memory. */
export type ReadyAnswer = {
  status: number
  headers: Readonly<Record<string, string>>
  body: string | Buffer | undefined
}

/** Follows answers from their beginning to their end. */
export type RequestLifecycle = {
  /** A request has come. */
  begin: (incoming: IncomingMessage, outgoing: ServerResponse) => Answer
  /** An answer that takes its time: `of` finds it, and its end is waited for. */
  keep: (answer: Answer) => void
  /** The answer that belongs to a response. */
  of: (outgoing: object) => Answer | undefined
  /** Sends an answer that is ready. */
  send: (answer: Answer, ready: ReadyAnswer) => void
}

/** Watches answers for all observers; `isTrusted` says whose word of a request's id is believed. */
export function trackRequests(
  observers: readonly Observer[],
  isTrusted: (incoming: IncomingMessage) => boolean,
): RequestLifecycle {
  const under = new WeakMap<object, Answer>()
  const tell = (answer: Answer): void => {
    for (const observe of observers) observe(answer)
  }
  return {
    begin: (incoming, outgoing) => ({
      id: idOf(incoming, isTrusted),
      incoming,
      outgoing,
      since: performance.now(),
      sentBefore: incoming.socket.bytesWritten,
    }),
    keep(answer) {
      under.set(answer.outgoing, answer)
      answer.outgoing.once('close', () => tell(answer))
    },
    of: (outgoing) => under.get(outgoing),
    send(answer, { status, headers, body }) {
      const { outgoing } = answer
      answer.serverTiming = headers['server-timing']
      outgoing.writeHead(status, withId(headers, answer.id)).end(body)
      if (under.has(outgoing)) return
      // Most are with the kernel at once: thousands a second need no listener.
      if (outgoing.writableFinished) tell(answer)
      else outgoing.once('close', () => tell(answer))
    },
  }
}

/** Headers of ready answers in the form that Node writes quickest, with a place for the id at their end. */
const flatHeaders = new WeakMap<object, string[]>()

/** For this moment only: the next answer's id takes the place. */
function withId(headers: ReadyAnswer['headers'], id: string): string[] {
  const known = flatHeaders.get(headers)
  const flat = known ?? [...Object.entries(headers).flat(), requestIdHeader, '']
  if (!known) flatHeaders.set(headers, flat)
  flat[flat.length - 1] = id
  return flat
}

function idOf(incoming: IncomingMessage, isTrusted: (incoming: IncomingMessage) => boolean): string {
  const given = incoming.headers[requestIdHeader]
  return typeof given === 'string' && isRequestId(given) && isTrusted(incoming) ? given : newRequestId()
}

/** How the page was found, by the Server-Timing of its answer. */
export function foundAs({ serverTiming }: Answer): string | undefined {
  return /page;desc="(\w+)"/.exec(serverTiming ?? '')?.[1]
}
