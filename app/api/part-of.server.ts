import type { AppLoadContext } from '#app/load-context.ts'
import type { Reply } from './client.server.ts'
import { need } from './need.ts'

type Caller = { context: AppLoadContext; request: Request }

/**
 * The data of a part of the page that may fail on its own; undefined after its failure was reported. Never rejects,
 * so the rest of the page stands and the part shows its own words.
 */
export async function partOf<Data>(
  reply: Promise<Reply<Data>>,
  { context, request }: Caller,
): Promise<Data | undefined> {
  try {
    return need(await reply)
  } catch (error) {
    context.reportError?.(error, request)
    return undefined
  }
}
