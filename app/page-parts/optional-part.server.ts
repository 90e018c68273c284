import type { Caller } from '#app/load-context.ts'
import type { Reply } from '#app/api/client.server.ts'
import { reportFailure } from '#app/api/errors.ts'
import { unwrapOrThrow } from '#app/api/unwrap-or-throw.ts'
import { isSentWhole } from '#app/visitor/sent-whole.server.ts'

/**
 * The data of an optional part of a page; undefined after a failure, which is reported. Never rejects, so the rest of
 * the page renders and the part shows a message.
 */
export async function optionalPart<Data>(
  reply: Promise<Reply<Data>>,
  caller: Caller,
): Promise<Data | undefined> {
  try {
    return unwrapOrThrow(await reply)
  } catch (error) {
    reportFailure(caller, error)
    return undefined
  }
}

/** The data of a part, or the promise of deferred data. */
export type MaybeDeferred<Data> = Data | { deferred: Promise<Data> }

/** How long a page waits for a part in its middle, in ms; later data streams to its end. */
const partTimeoutMs = 300

/**
 * The part's data when it arrives within the timeout, else its promise. A document that is sent whole waits for the part:
 * the page cache would repeat one without it to every visitor.
 */
export async function orDeferred<Data>(part: Promise<Data>, caller: Caller): Promise<MaybeDeferred<Data>> {
  if (isSentWhole(caller)) return part
  let timer: ReturnType<typeof setTimeout> | undefined
  const deferred = new Promise<{ deferred: Promise<Data> }>((resolve) => {
    timer = setTimeout(resolve, partTimeoutMs, { deferred: part })
  })
  try {
    return await Promise.race([part, deferred])
  } finally {
    clearTimeout(timer)
  }
}
