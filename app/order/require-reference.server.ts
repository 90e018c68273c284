import { reference as referenceSchema } from '#server/contract/clue.ts'
import { notFound } from '#app/school/require-id.ts'

/** A request's number as an address gives it; one that cannot be a number is an unknown page: throws 404. */
export function requireReference(given: string | undefined): string {
  const parsed = referenceSchema.safeParse(given)
  if (!parsed.success) throw notFound('没有这个申请编号。')
  return parsed.data
}
