import type { z } from 'zod'
import { codes } from '#server/contract/codes.ts'
import { mostInBatch } from '#server/contract/staff/acts/undoable-acts.ts'
import { checkLeadBatch, runLeadBatch } from '#server/contract/staff/acts/lead-batch.ts'
import { hasRight } from '#server/contract/staff/roles.ts'
import { findAdvisor, findStaffLeads } from '#server/db/staff/leads.ts'
import { batchOfLeads, leadTitles } from '#server/services/staff/batch-leads.ts'
import { checkBatch, runBatch } from '#server/services/staff/run-batch.ts'
import type { Staff } from '#server/services/staff/read-staff.ts'
import { ApiError, invalidFields } from '../api-error.ts'
import type { ApiDependencies } from '../dependencies.ts'
import { leadFilterOf } from './leads.ts'
import { leadReachOf } from './school-scope.ts'
import { serveStaff } from './serve-staff.ts'

type Chosen = Pick<z.output<typeof runLeadBatch.input>, 'act' | 'advisor' | 'reason'>

/** Endpoints of acts with several leads at once. */
export function staffLeadBatchEndpoints({ database: { db }, personal, now }: ApiDependencies) {
  const actOf = async (staff: Staff, { act, advisor, reason }: Chosen) => {
    if (act === 'export' && !hasRight(staff.role, 'exports.records')) throw new ApiError(codes.forbidden)
    const asker = { staff: { id: staff.id, name: staff.name }, reach: leadReachOf(staff), now: now() }
    if (advisor === undefined || advisor === 0)
      return batchOfLeads(asker, { act, assignee: advisor === 0 ? null : undefined, reason })
    const name = await findAdvisor(db, advisor)
    if (name === undefined) throw invalidFields({ advisor: '请选择一位在职的顾问' })
    return batchOfLeads(asker, { act, assignee: { id: advisor, name }, reason })
  }

  return [
    serveStaff(checkLeadBatch, async ({ input: { all, records, ...chosen }, staff }) => {
      const act = await actOf(staff, chosen)
      const reach = leadReachOf(staff)
      if (all === undefined && records.length === 0) throw invalidFields({ records: '请先选择线索' })
      const filter = all && {
        ...leadFilterOf(all, { staffId: staff.id, now: now() }),
        page: 1,
        page_size: mostInBatch,
      }
      const found = filter && (await findStaffLeads(db, reach, filter))
      const wanted = found?.rows.map(({ reference }) => reference) ?? records
      const titles = await leadTitles({ db, personal }, reach, wanted)
      const rows = await checkBatch(db, act, wanted)
      return {
        rows: rows.map((row) => ({ ...row, title: titles.get(row.record) })),
        more: found === undefined ? 0 : found.total - found.rows.length,
      }
    }),
    serveStaff(runLeadBatch, async ({ input, staff }) => {
      const { act, advisor, reason, records, key } = input
      if (act === 'export') throw invalidFields({ act: '导出要用下载的表单' })
      if (act === 'assign' && advisor === undefined) throw invalidFields({ advisor: '请选择顾问' })
      if (act === 'close' && reason === undefined) throw invalidFields({ reason: '请选择原因' })
      const asked = { staff: { id: staff.id, name: staff.name }, now: now(), records, key }
      return { act: await runBatch(db, await actOf(staff, input), asked) }
    }),
  ]
}
