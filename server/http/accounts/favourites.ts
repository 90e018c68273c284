import { getSchoolCollect, listCenterCollect } from '#server/contract/center.ts'
import { codes } from '#server/contract/codes.ts'
import { collectSchool } from '#server/contract/collect.ts'
import type { ParsedInputOf } from '#server/contract/endpoint.ts'
import { withChildAnswers } from '#server/db/schools/child-answers.ts'
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
  const findCollectionFor = async (visitorId: number, input: ParsedInputOf<typeof listCenterCollect>) => {
    const { child, today } = childOf(input, now(), input.city_code)
    const list = await findCollection(db, visitorId, input)
    const schools = await withChildAnswers(
      db,
      list.items.map((item) => item.school),
      child,
      today,
    )
    return { ...list, items: list.items.map((item, at) => ({ ...item, school: schools[at] ?? item.school })) }
  }
  return [
    servePersonal(listCenterCollect, ({ input, visitor }) =>
      input.ids === undefined
        ? findCollectionFor(visitor.id, input)
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
