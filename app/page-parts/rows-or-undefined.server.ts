import type { Reply } from '#app/api/client.server.ts'
import { optionalPart } from './optional-part.server.ts'

/** The view models of an optional list; undefined after a failure, which is reported. */
export async function rowsOrUndefined<Item, Row>(
  reply: Promise<Reply<{ items: Item[] }>>,
  rowOf: (item: Item) => Row,
  caller: Parameters<typeof optionalPart>[1],
): Promise<Row[] | undefined> {
  const list = await optionalPart(reply, caller)
  return list?.items.map((item) => rowOf(item))
}
