import type { Reply } from '#app/api/client.server.ts'
import { partOf } from '#app/api/part-of.server.ts'

/** The rows of a part that may fail on its own, as the page shows them; undefined after the failure was reported. */
export async function rowsOrNothing<Item, Row>(
  reply: Promise<Reply<{ items: Item[] }>>,
  rowOf: (item: Item) => Row,
  caller: Parameters<typeof partOf>[1],
): Promise<Row[] | undefined> {
  const list = await partOf(reply, caller)
  return list?.items.map((item) => rowOf(item))
}
