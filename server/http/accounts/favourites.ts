import { collectSchool } from '#server/contract/collect.ts'
import { codes } from '#server/contract/codes.ts'
import { deleteCollect, insertCollect, isCollected } from '#server/db/schools/collects.ts'
import { ApiError } from '../api-error.ts'
import type { ApiDependencies } from '../dependencies.ts'
import { found } from '../found.ts'
import { servePersonal } from '../serve.ts'

/** Presses of 收藏: each says what shall be, so that a repeated one changes nothing. */
export function collectEndpoints({ database: { db } }: ApiDependencies) {
  return [
    servePersonal(collectSchool, async ({ input: { id, is_collect: collected }, visitor }) => {
      const before = found(await isCollected(db, visitor.id, id))
      const change = collected ? insertCollect : deleteCollect
      if (before !== collected && !(await change(db, visitor.id, id))) throw new ApiError(codes.accountClosed)
      return { collected, msg: collected ? '已收藏' : '已取消收藏' }
    }),
  ]
}
