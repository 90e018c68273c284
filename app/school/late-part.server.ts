import type { AppLoadContext } from '#app/load-context.ts'
import type { Reply } from '#app/api/client.server.ts'
import { need } from '#app/api/need.ts'

type Caller = { context: AppLoadContext; request: Request }

/**
 * A part of the page that may fail on its own: resolves to its data, or to undefined after the failure was
 * reported. Never rejects, so the rest of the page stands and the part shows its own words.
 */
export async function partOf<Data>(
  reply: Promise<Reply<Data>>,
  { context, request }: Caller,
): Promise<Data | undefined> {
  try {
    return need(await reply)
  } catch (error) {
    if (context.reportError) context.reportError(error, request)
    return undefined
  }
}
