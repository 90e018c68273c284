import { data } from '@remix-run/node'
import { codes, httpStatusOf } from '#server/contract/codes.ts'
import type { Reply } from './client.server.ts'

const withdrawn = {
  message: '内容有误、过期或应当事人要求时，我们会撤下，不再提供原文。可以搜索学校，或按城市找。',
}

/** The data of a reply, or throws the refusal as the page's error with its HTTP status: 410 for withdrawn content. */
export function unwrapOrThrow<Data>(reply: Reply<Data>): Data {
  if (reply.ok) return reply.data
  if (isWithdrawn(reply)) throw data(withdrawn, { status: 410 })
  throw data({ message: reply.message }, { status: httpStatusOf(reply.code) })
}

/**
 * As `unwrapOrThrow`, with the page's own message for what does not exist (404) and optionally for withdrawn content
 * (410).
 */
export function orNotFound<Data>(
  reply: Reply<Data>,
  message: string,
  withdrawnMessage = withdrawn.message,
): Data {
  if (isWithdrawn(reply)) throw data({ message: withdrawnMessage }, { status: 410 })
  const unknown = !reply.ok && reply.code === codes.notFound
  if (unknown) throw data({ message: message }, { status: 404 })
  return unwrapOrThrow(reply)
}

/** Whether a refusal is about withdrawn content. */
export function isWithdrawn(reply: Reply<unknown>): boolean {
  return !reply.ok && typeof reply.data === 'object' && reply.data !== null && 'withdrawn' in reply.data
}

/** The school that the one of a refusal was merged into; undefined for any other reply. */
export function movedSchoolOf(reply: Reply<unknown>): number | undefined {
  if (reply.ok || typeof reply.data !== 'object' || reply.data === null) return undefined
  const target: unknown = 'moved_to' in reply.data ? reply.data.moved_to : undefined
  return typeof target === 'number' ? target : undefined
}
