import { createHash } from 'node:crypto'

/**
 * Idempotency key of a form by what it says: equal contents count once, and the page needs no key of its own, so it is
 * the same for everybody and can be cached.
 */
export function contentKey(fields: readonly (string | number)[]): string {
  return createHash('sha256').update(JSON.stringify(fields)).digest('base64url')
}
