import { codes } from '#server/contract/codes.ts'
import { getAct, undoAct } from '#server/contract/staff/acts/acts.ts'
import { undoMinutes } from '#server/contract/staff/acts/undoable-acts.ts'
import { findBatchAct } from '#server/db/staff/acts.ts'
import { leadTitles } from '#server/services/staff/batch-leads.ts'
import * as undo from '#server/services/staff/undo-act.ts'
import { ApiError, notFound } from '../api-error.ts'
import type { ApiDependencies } from '../dependencies.ts'
import { found } from '../found.ts'
import { leadReachOf } from './school-scope.ts'
import { serveStaff } from './serve-staff.ts'

/** Endpoints of what members did, as they look at it and take it back. */
export function staffActEndpoints({ database: { db }, personal, now }: ApiDependencies) {
  return [
    serveStaff(getAct, async ({ input, staff }) => {
      const act = found(await findBatchAct(db, { id: input.id, staffId: staff.id }))
      const { kind, batch, rows, until, isUndone } = act
      const done = rows.map(({ record }) => record)
      const records = [...done, ...batch.kept.map(({ record }) => record)]
      const titles = await leadTitles({ db, personal }, leadReachOf(staff), records)
      const all = [...done.map((record) => ({ record, why: undefined })), ...batch.kept]
      const isOpen = !isUndone && done.length > 0 && Date.parse(until) >= now().getTime()
      return {
        kind,
        act: batch.act,
        rows: all.map((row) => ({ ...row, title: titles.get(row.record) })),
        until: isOpen ? until : undefined,
        undone: isUndone,
      }
    }),
    serveStaff(undoAct, async ({ input, staff }) => {
      const undoer = {
        staff: { id: staff.id, name: staff.name },
        staffId: staff.id,
        reach: leadReachOf(staff),
        now: now(),
      }
      const undone = await undo.undoAct(db, input.id, undoer)
      if (undone.state === 'unknown') throw notFound()
      if (undone.state !== 'done')
        throw new ApiError(codes.conflict, {
          message: undone.state === 'late' ? `过了 ${undoMinutes} 分钟，不能撤销了` : '已经撤销过了',
          data: { state: undone.state },
        })
      return { msg: '已撤销', kind: undone.kind, undone: undone.undone, kept: undone.kept }
    }),
  ]
}
