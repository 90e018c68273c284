import {
  drawFactChecks,
  factsOfMonth,
  listFactChecks,
  recordFactCheck,
} from '#server/contract/staff/fact-checks.ts'
import { noteAccess } from '#server/db/accounts/access-log.ts'
import { cityCodeOf } from '#server/db/city-code.ts'
import {
  addChecks,
  drawFacts,
  findChecksOf,
  findMonthsOfChecks,
  lockCheck,
  recordCheck,
} from '#server/db/staff/fact-checks.ts'
import { chinaDay } from '#server/services/china-time.ts'
import { cellText } from '#server/services/content/cell-text.ts'
import { storedText, valueText } from '#server/services/content/drafts/fact-cells.ts'
import { readSchoolRows } from '#server/services/content/drafts/read-content-row.ts'
import { changesBetween } from '#server/services/staff/changes-between.ts'
import type { ApiDependencies } from '../dependencies.ts'
import { found } from '../found.ts'
import { serveStaff } from './serve-staff.ts'

/** Endpoints of the monthly sample of published facts: drawing it, and what editors find. */
export function staffFactCheckEndpoints({ database: { db }, now }: ApiDependencies) {
  const thisMonth = () => `${chinaDay(now()).slice(0, 7)}-01`

  return [
    serveStaff(listFactChecks, async ({ input }) => {
      const months = await findMonthsOfChecks(db)
      const { month = months[0]?.month } = input
      const rows = month === undefined ? [] : await findChecksOf(db, month)
      const isDrawn = months.some((one) => one.month === thisMonth())
      return {
        to_draw: isDrawn ? undefined : thisMonth(),
        months,
        items: rows.map((row) => ({
          id: row.id,
          school: { id: row.schoolId, name: row.name },
          city_code: cityCodeOf(row.cityCode),
          fact: row.fact,
          text: row.shown,
          finding: row.finding ?? undefined,
          note: row.note ?? undefined,
          checked_at: row.checkedAt?.toISOString(),
          checked_by: row.checkedBy ?? undefined,
        })),
      }
    }),
    serveStaff(drawFactChecks, ({ staff }) =>
      db.transaction(async (tx) => {
        const month = thisMonth()
        if ((await findMonthsOfChecks(tx)).some((one) => one.month === month)) return { month, drawn: 0 }
        const drawn = await drawFacts(tx, month, factsOfMonth)
        const rows = await readSchoolRows(
          tx,
          drawn.map((one) => one.school_id),
        )
        const checks = drawn.flatMap(({ school_id: schoolId, fact }) => {
          const row = rows.get(schoolId)
          if (row === undefined) return []
          return {
            schoolId,
            fact,
            shown: valueText(fact, cellText(row.line.get('city')), storedText(fact, row)),
          }
        })
        await addChecks(tx, month, checks)
        const by = { id: staff.id, name: staff.name }
        await noteAccess(tx, {
          staff: by,
          command: 'staff fact-checks draw',
          details: { month },
          rows: checks.length,
        })
        return { month, drawn: checks.length }
      }),
    ),
    serveStaff(recordFactCheck, ({ input: { id, finding, note }, staff }) =>
      db.transaction(async (tx) => {
        const before = found(await lockCheck(tx, id))
        const after = { finding, note: note === '' ? null : note }
        await recordCheck(tx, id, { ...after, checkedAt: now(), checkedBy: staff.name })
        await noteAccess(tx, {
          staff: { id: staff.id, name: staff.name },
          command: 'staff fact-checks record',
          record: `school:${before.schoolId}`,
          changes: changesBetween({ finding: before.finding, note: before.note }, after),
          details: { fact: before.fact, month: before.month },
          rows: 1,
        })
        return { month: before.month }
      }),
    ),
  ]
}
