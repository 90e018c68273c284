import {
  getCenterCollect,
  getSchoolCollect,
  listCenterCollect,
  saveCollectNote,
} from '#server/contract/accounts/center.ts'
import { codes } from '#server/contract/codes.ts'
import { collectSchool } from '#server/contract/accounts/collect.ts'
import { retentionDays } from '#server/contract/accounts/retention.ts'
import { findNotes, replaceNote } from '#server/db/accounts/collect-notes.ts'
import {
  deleteCollect,
  findCollected,
  findCollectedName,
  findCollection,
  findCollectState,
  insertCollect,
} from '#server/db/accounts/collects.ts'
import { ApiError, notFound } from '../api-error.ts'
import type { ApiDependencies } from '../dependencies.ts'
import { found } from '../found.ts'
import { childOf } from '../child-of.ts'
import { servePersonal } from '../serve.ts'

/**
 * Endpoints of a visitor's favourite schools and the private notes on them; changing one sets its state, so that a
 * repeated call changes nothing.
 */
export function favouriteEndpoints({ database: { db }, now, personal }: ApiDependencies) {
  /** A visitor's notes on these schools, by id. */
  const notesOn = async (visitorId: number, ids: readonly number[]): Promise<Map<number, string>> => {
    const notes = await findNotes(db, visitorId, ids)
    return new Map(
      [...notes].map(([id, ciphers]) => [id, ciphers.map((cipher) => personal.decrypt(cipher)).join('\n')]),
    )
  }
  return [
    servePersonal(listCenterCollect, async ({ input, visitor }) => {
      if (input.ids !== undefined) return findCollected(db, visitor.id, input.ids.split(',').map(Number))
      const list = await findCollection(db, visitor.id, input, childOf(input, now(), input.city_code))
      const notes = await notesOn(
        visitor.id,
        list.items.map(({ school }) => school.id),
      )
      return { ...list, items: list.items.map((item) => ({ ...item, note: notes.get(item.school.id) })) }
    }),
    servePersonal(getCenterCollect, async ({ input: { id }, visitor }) => {
      const name = found(await findCollectedName(db, visitor.id, id))
      return { name, note: (await notesOn(visitor.id, [id])).get(id) }
    }),
    servePersonal(saveCollectNote, async ({ input: { id, note }, visitor }) => {
      const noteCipher = note === '' ? undefined : personal.encrypt(note)
      const saved = await replaceNote(db, visitor.id, id, { noteCipher, now: now() })
      if (saved === 'closed') throw new ApiError(codes.accountClosed)
      if (saved === 'none') throw notFound()
      return { msg: note === '' ? '备注已删除' : '备注已保存' }
    }),
    servePersonal(getSchoolCollect, async ({ input, visitor }) => ({
      collected: found(await findCollectState(db, visitor.id, input.id)).collected,
    })),
    servePersonal(collectSchool, async ({ input: { id, is_collect: collected }, visitor }) => {
      const before = found(await findCollectState(db, visitor.id, id))
      if (collected) {
        if (!before.collected && !(await insertCollect(db, visitor.id, id)))
          throw new ApiError(codes.accountClosed)
        return { collected, msg: '已收藏' }
      }
      const hasNotes = before.collected && (await deleteCollect(db, visitor.id, id, now()))
      if (before.withdrawn) return { collected, msg: '已取消收藏', withdrawn: true as const }
      return {
        collected,
        msg: hasNotes ? `已取消收藏，备注保留 ${retentionDays.removedNote} 天` : '已取消收藏',
      }
    }),
  ]
}
