import { z } from 'zod'
import { listAudit } from '#server/contract/staff/audit.ts'
import { searchAccesses } from '#server/db/accounts/access-log.ts'
import { listPage } from '#server/db/list-page.ts'
import { startOfChinaDay } from '#server/services/china-time.ts'
import type { ApiDependencies } from '../dependencies.ts'
import { serveStaff } from './serve-staff.ts'

const dayMs = 86_400_000
const stored = z.record(z.string(), z.unknown())

/** The endpoint of the access log. */
export function staffAuditEndpoints({ database: { db } }: ApiDependencies) {
  return [
    serveStaff(listAudit, async ({ input }) => {
      const { who, staff: staffId, what, record, from, to } = input
      const filter = {
        who,
        staffId,
        what,
        record,
        from: from === undefined ? undefined : startOfChinaDay(from),
        before: to === undefined ? undefined : new Date(startOfChinaDay(to).getTime() + dayMs),
      }
      const { rows, total } = await searchAccesses(db, filter, input)
      const items = rows.map((row) => ({
        id: row.id,
        at: row.at.toISOString(),
        who: row.operator,
        staff_id: row.staffId ?? undefined,
        command: row.command,
        record: row.record ?? undefined,
        changes: row.changes === null ? undefined : changesOf(row.changes),
        details: stored.parse(row.details),
        rows: row.rows,
      }))
      return listPage(input, items, total)
    }),
  ]
}

type Change = 'changed' | [unknown, unknown]

function changesOf(changes: Readonly<Record<string, readonly [unknown, unknown] | 'changed'>>) {
  return Object.fromEntries(
    Object.entries(changes).map(([name, change]): [string, Change] => [
      name,
      change === 'changed' ? change : [change[0], change[1]],
    ]),
  )
}
