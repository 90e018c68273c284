import { randomFillSync } from 'node:crypto'

/** The header that carries a request's id: to the visitor, and from the pages to the API. */
export const requestIdHeader = 'x-request-id'

/** Letters alone: no log line may hold a run of digits that could be taken for a phone. */
const letters = 'bcdfghjkmnpqrstv'
const pairs = Array.from({ length: 256 }, (_, byte) => letters.charAt(byte >> 4) + letters.charAt(byte & 15))
const idLength = 16
const bytes = Buffer.alloc((idLength / 2) * 512)
/** Ids to come, one after another. */
let pool = ''
let used = 0

/** A new id: 64 random bits as 16 letters. */
export function newRequestId(): string {
  if (used === pool.length) {
    pool = Array.from(randomFillSync(bytes), (byte) => pairs[byte]).join('')
    used = 0
  }
  used += idLength
  return pool.slice(used - idLength, used)
}

/** Whether a text is an id: one of ours, or 128 bits in hexadecimal, with or without dashes, as proxies make them. */
export function isRequestId(text: string): boolean {
  return /^(?:[b-v]{16}|[0-9a-f]{32}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.test(text)
}

/** The id that a request bears; undefined when it bears none, as in tests and under stock hosts. */
export function requestIdOf({ headers }: Request): string | undefined {
  const id = headers.get(requestIdHeader)
  return id !== null && isRequestId(id) ? id : undefined
}

/** Gives a request that is made on behalf of another one its id. */
export function copyRequestId(from: Request, to: Request): void {
  const id = requestIdOf(from)
  if (id !== undefined) to.headers.set(requestIdHeader, id)
}
