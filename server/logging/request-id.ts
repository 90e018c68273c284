import { randomFillSync } from 'node:crypto'

/** Response header with a request's id; pages pass it on to the API. */
export const requestIdHeader = 'x-request-id'

/** Letters only: a log line must not contain digits that could be read as a phone number. */
const letters = 'bcdfghjkmnpqrstv'
const pairs = Array.from({ length: 256 }, (_, byte) => letters.charAt(byte >> 4) + letters.charAt(byte & 15))
const idLength = 16
const bytes = Buffer.alloc((idLength / 2) * 512)
/** Pre-generated random ids. */
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

/**
 * Whether a text is a request id: one of this site, or 128 bits in hexadecimal with or without dashes, as proxies send.
 */
export function isRequestId(text: string): boolean {
  return /^(?:[b-v]{16}|[0-9a-f]{32}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.test(text)
}

/** The id of a request; undefined when it has none, as in tests and on stock Remix hosts. */
export function requestIdOf({ headers }: Request): string | undefined {
  const id = headers.get(requestIdHeader)
  return id !== null && isRequestId(id) ? id : undefined
}

/** Copies the id to a request that is made on behalf of another one. */
export function copyRequestId(from: Request, to: Request): void {
  const id = requestIdOf(from)
  if (id !== undefined) to.headers.set(requestIdHeader, id)
}
