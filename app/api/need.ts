import { data } from '@remix-run/node'
import { httpStatusOf } from '#server/contract/codes.ts'
import type { Reply } from './client.server.ts'

/** The data of a reply that the page cannot live without; a refusal becomes the page's error with its status. */
export function need<Data>(reply: Reply<Data>): Data {
  if (reply.ok) return reply.data
  throw data({ message: reply.message }, { status: httpStatusOf(reply.code) })
}
