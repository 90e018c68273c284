import type { AppLoadContext } from '#app/load-context.ts'
import type { Reply } from '#app/api/client.server.ts'
import { need } from '#app/api/need.ts'

type Caller = { context: AppLoadContext; request: Request }

/**
 * A part of the page that may fail on its own: resolves to its rows, or to undefined after the failure was
 * reported. Never rejects, so the rest of the page stands and the part shows its own words.
 */
export async function rowsOrNothing<Item, Row>(
  reply: Promise<Reply<{ items: Item[] }>>,
  rowOf: (item: Item) => Row,
  { context, request }: Caller,
): Promise<Row[] | undefined> {
  try {
    return need(await reply).items.map((item) => rowOf(item))
  } catch (error) {
    context.reportError?.(error, request)
    return undefined
  }
}
