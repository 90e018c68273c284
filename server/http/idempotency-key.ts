import { idempotencyKey } from '#server/contract/leads/clue.ts'
import { invalidFields } from './api-error.ts'

/** The idempotency key in a request's header; undefined without the header. Throws the refusal of one that is none. */
export function idempotencyKeyOf(request: Request): string | undefined {
  const given = request.headers.get('idempotency-key')
  if (given === null) return undefined
  const parsed = idempotencyKey.safeParse(given)
  if (!parsed.success) throw invalidFields({ key: '提交编号不正确' })
  return parsed.data
}
