import {
  addDecisionColumn,
  deleteDecisionBook,
  fullBookText,
  getDecisionBook,
  openDecisionBook,
  replaceDecisionBookAccess,
  saveDecisionColumn,
} from '#server/contract/leads/decision-book.ts'
import { retentionDays } from '#server/contract/accounts/retention.ts'
import { codes } from '#server/contract/codes.ts'
import { deleteBook } from '#server/db/leads/decision-books.ts'
import { hashOfAccess } from '#server/services/leads/access-token.ts'
import {
  addColumn,
  openBook,
  readBook,
  replaceBookAccess,
  saveColumn,
} from '#server/services/leads/decision-books.ts'
import { createNetworkRateLimiter } from '#server/services/limits/rate-limiter.ts'
import { ApiError, notFound, tooMany } from '../api-error.ts'
import type { ApiDependencies } from '../dependencies.ts'
import { found } from '../found.ts'
import { serve } from '../serve.ts'

/** Books per client address. */
const bookLimit = { name: 'decision book', limit: 60, windowMs: 3_600_000 }
const dayMs = 86_400_000

/** Endpoints of families' decision books, for holders of their access tokens. */
export function decisionBookEndpoints(dependencies: ApiDependencies) {
  const { database, personal, now } = dependencies
  const needs = { database, personal }
  const perAddress = createNetworkRateLimiter(dependencies, bookLimit)
  return [
    serve(openDecisionBook, async ({ input, address, recognise }) => {
      const visitor = await recognise()
      const counted = await perAddress.consume(address)
      if (!counted.allowed) throw tooMany(counted.retryAfter)
      return { access: found(await openBook(needs, { ...input, visitorId: visitor?.id, now: now() })) }
    }),
    serve(getDecisionBook, async ({ input: { access } }) => {
      const { createdAt, ...book } = found(await readBook(needs, access))
      const deletedAt = new Date(createdAt.getTime() + retentionDays.decisionBook * dayMs)
      return { ...book, deleted_at: deletedAt.toISOString() }
    }),
    serve(addDecisionColumn, async ({ input }) => {
      const added = await addColumn(needs, { ...input, now: now() })
      if (added === 'unknown') throw notFound()
      if (added === 'full') throw new ApiError(codes.conflict, { message: fullBookText })
      return { id: added }
    }),
    serve(saveDecisionColumn, async ({ input }) => {
      const saved = await saveColumn(needs, { ...input, now: now() })
      if (saved === 'unknown') throw notFound()
      if (typeof saved === 'object')
        throw new ApiError(codes.conflict, {
          message: '这一列刚才在别处改过。您填的都还在，再点一次保存，就以您填的为准',
          data: { version: saved.changed },
        })
      return { msg: saved === 'saved' ? '已保存' : '没有打分，这一列已删除' }
    }),
    serve(replaceDecisionBookAccess, async ({ input }) => ({
      access: found(await replaceBookAccess(needs, input)),
    })),
    serve(deleteDecisionBook, async ({ input: { access } }) => {
      await deleteBook(database.db, hashOfAccess(access))
      return { msg: '家庭决定书已删除' }
    }),
  ]
}
