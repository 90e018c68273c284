import { data } from '@remix-run/node'
import { codes, httpStatusOf } from '#server/contract/codes.ts'
import type { Reply } from './client.server.ts'

const withdrawn = {
  message: '内容有误、过期或应当事人要求时，我们会撤下，不再提供原文。可以搜索学校，或按城市找。',
}

/**
 * The data of a reply that the page cannot live without; a refusal becomes the page's error with its status, 410 for
 * what was taken back.
 */
export function unwrapOrThrow<Data>(reply: Reply<Data>): Data {
  if (reply.ok) return reply.data
  if (isWithdrawn(reply)) throw data(withdrawn, { status: 410 })
  throw data({ message: reply.message }, { status: httpStatusOf(reply.code) })
}

/** The same with words of the page for what never existed, and, where it has them, for what was taken back. */
export function orNotFound<Data>(reply: Reply<Data>, words: string, goneWords = withdrawn.message): Data {
  if (isWithdrawn(reply)) throw data({ message: goneWords }, { status: 410 })
  const unknown = !reply.ok && reply.code === codes.notFound
  if (unknown) throw data({ message: words }, { status: 404 })
  return unwrapOrThrow(reply)
}

/** Whether a refusal is about something that existed and was taken back. */
export function isWithdrawn(reply: Reply<unknown>): boolean {
  return !reply.ok && typeof reply.data === 'object' && reply.data !== null && 'withdrawn' in reply.data
}
