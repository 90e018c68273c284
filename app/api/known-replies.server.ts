import { LRUCache } from 'lru-cache'
import type { z } from 'zod'
import type { Reply } from './client.server.ts'

type Known<Data extends z.ZodType = z.ZodType> = { schema: Data; reply: Reply<z.output<Data>> }

/** Bound of all texts together, in characters; what is read of them takes about six times the room. */
const mostText = 1_000_000

const known = new LRUCache<string, Known>({
  maxSize: mostText,
  sizeCalculation: (_, text) => text.length,
})

/**
 * The reply of a public read by its text: `read` is asked once for what many pages ask for. Data that many share is
 * frozen; a refusal is read each time.
 */
export function knownReply<Data extends z.ZodType>(
  schema: Data,
  text: string,
  read: () => Reply<z.output<Data>>,
): Reply<z.output<Data>> {
  const there = known.get(text)
  if (there && isOf(there, schema)) return there.reply
  const reply = read()
  if (reply.ok) known.set(text, { schema, reply: frozen(reply) })
  return reply
}

function isOf<Data extends z.ZodType>(one: Known, schema: Data): one is Known<Data> {
  return one.schema === schema
}

function frozen<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value
  Object.freeze(value)
  for (const each of Object.values(value)) frozen(each)
  return value
}
