import { noteAccess } from '#server/db/accounts/access-log.ts'
import type { Database } from '#server/db/connect.ts'
import { lockCorrection, updateCorrection } from '#server/db/leads/corrections.ts'
import { changesBetween } from '#server/services/staff/changes-between.ts'

/** An answer to a report of an error. */
export type CorrectionAnswer = {
  state: 'corrected' | 'unchanged'
  answer: string
  now: Date
  /** When the answer was given that is replaced, null for none. */
  answeredAt: Date | null
  /** Who answers, recorded with what changed. */
  staff: { id: number; name: string }
}

/** Stores the answer to a report, in the place of an earlier one. `stale`: somebody answered it since. */
export function answerCorrection(
  db: Database,
  id: number,
  { state, answer, now, answeredAt, staff }: CorrectionAnswer,
): Promise<'done' | 'unknown' | 'stale'> {
  return db.transaction(async (tx) => {
    const before = await lockCorrection(tx, id)
    if (before === undefined) return 'unknown'
    if (before.answeredAt?.getTime() !== answeredAt?.getTime()) return 'stale'
    // Later than before in any case: whoever saw the earlier answer must notice.
    const after = Math.max(now.getTime(), (before.answeredAt?.getTime() ?? 0) + 1)
    await updateCorrection(tx, id, { state, answer, answeredAt: new Date(after) })
    // The answer goes with the report; the record of it stays for three years.
    const changes = changesBetween(
      { state: before.state, answer: before.answer },
      { state, answer },
      { personal: ['answer'] },
    )
    await noteAccess(tx, {
      staff,
      command: 'staff corrections answer',
      record: `correction:${id}`,
      changes,
      rows: 1,
    })
    return 'done'
  })
}
