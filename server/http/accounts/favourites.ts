import { getSchoolCollect, listCenterCollect } from '#server/contract/center.ts'
import { codes } from '#server/contract/codes.ts'
import { collectSchool } from '#server/contract/collect.ts'
import {
  deleteCollect,
  findCollected,
  findCollection,
  insertCollect,
  isCollected,
} from '#server/db/schools/collects.ts'
import { ApiError } from '../api-error.ts'
import type { ApiDependencies } from '../dependencies.ts'
import { found } from '../found.ts'
import { childOf } from '../child-of.ts'
import { servePersonal } from '../serve.ts'

/** Endpoints of a visitor's favourite schools; changing one sets its state, so that a repeated call changes nothing. */
export function favouriteEndpoints({ database: { db }, now }: ApiDependencies) {
  return [
    servePersonal(listCenterCollect, ({ input, visitor }) =>
      input.ids === undefined
        ? findCollection(db, visitor.id, input, childOf(input, now(), input.city_code))
        : findCollected(db, visitor.id, input.ids.split(',').map(Number)),
    ),
    servePersonal(getSchoolCollect, async ({ input, visitor }) => ({
      collected: found(await isCollected(db, visitor.id, input.id)),
    })),
    servePersonal(collectSchool, async ({ input: { id, is_collect: collected }, visitor }) => {
      const before = found(await isCollected(db, visitor.id, id))
      const change = collected ? insertCollect : deleteCollect
      if (before !== collected && !(await change(db, visitor.id, id))) throw new ApiError(codes.accountClosed)
      return { collected, msg: collected ? '已收藏' : '已取消收藏' }
    }),
  ]
}
