import type { Caller } from '#app/load-context.ts'
import type { Reply } from '../api/client.server.ts'
import { isTransportFailure } from '../api/errors.ts'
import { unwrapOrThrow } from '../api/unwrap-or-throw.ts'

/**
 * The data of a part of the page that may fail on its own; undefined after its failure was reported. Never rejects,
 * so the rest of the page stands and the part shows its own words.
 */
export async function optionalPart<Data>(
  reply: Promise<Reply<Data>>,
  { context, request }: Caller,
): Promise<Data | undefined> {
  try {
    return unwrapOrThrow(await reply)
  } catch (error) {
    // The client has reported it.
    if (!isTransportFailure(error)) context.reportError?.(error, request)
    return undefined
  }
}

/** A part that is there, or one that is still awaited. */
export type Awaitable<Data> = Data | { late: Promise<Data> }

/** How long a page waits for a part that belongs in its middle, in ms; what comes later streams at its end. */
const partTimeoutMs = 300

/** The part's data when it comes within the wait, else the promise of it. */
export async function orDeferred<Data>(part: Promise<Data>, wait = partTimeoutMs): Promise<Awaitable<Data>> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<{ late: Promise<Data> }>((resolve) => {
    timer = setTimeout(resolve, wait, { late: part })
  })
  try {
    return await Promise.race([part, late])
  } finally {
    clearTimeout(timer)
  }
}
