import { codes } from '#server/contract/codes.ts'
import {
  answerCorrection as answerEndpoint,
  getStaffCorrection,
  listStaffCorrections,
  revealCorrection,
} from '#server/contract/staff/corrections.ts'
import { noteAccess } from '#server/db/accounts/access-log.ts'
import {
  findCorrection,
  findCorrectionPhone,
  findCorrections,
  type ReportedCorrection,
} from '#server/db/leads/corrections.ts'
import { listPage } from '#server/db/list-page.ts'
import { answerCorrection } from '#server/services/leads/answer-correction.ts'
import { correctionItemOf } from '#server/services/leads/read-corrections.ts'
import { ApiError, notFound } from '../api-error.ts'
import type { ApiDependencies } from '../dependencies.ts'
import { found } from '../found.ts'
import { serveStaff } from './serve-staff.ts'

/** Endpoints of reports of errors and their answers. */
export function staffCorrectionEndpoints({ database: { db }, personal, now }: ApiDependencies) {
  const itemOf = (row: ReportedCorrection) => ({
    ...correctionItemOf(personal, row),
    contact: row.hasPhone,
    account: row.hasAccount,
  })
  const oneOf = async (id: number) => itemOf(found(await findCorrection(db, id)))

  return [
    serveStaff(listStaffCorrections, async ({ input }) => {
      const { state, school_id: schoolId } = input
      const { rows, total } = await findCorrections(db, { state, schoolId }, input)
      return listPage(input, rows.map(itemOf), total)
    }),
    serveStaff(getStaffCorrection, ({ input }) => oneOf(input.id)),
    serveStaff(answerEndpoint, async ({ input, staff }) => {
      const { id, state, answer, answered_at: seen } = input
      const outcome = await answerCorrection(db, id, {
        state,
        answer,
        now: now(),
        answeredAt: seen === undefined ? null : new Date(seen),
        staff,
      })
      if (outcome === 'unknown') throw notFound()
      if (outcome === 'stale') {
        throw new ApiError(codes.conflict, {
          message: '这条纠错刚被别人答复过，请看过现在的答复再改',
          data: { current: await oneOf(id) },
        })
      }
      return oneOf(id)
    }),
    serveStaff(revealCorrection, ({ input: { id }, staff }) =>
      db.transaction(async (tx) => {
        const phoneCipher = found(await findCorrectionPhone(tx, id))
        const command = 'staff corrections reveal'
        const by = { id: staff.id, name: staff.name }
        await noteAccess(tx, { staff: by, command, record: `correction:${id}`, rows: 1 })
        return { phone: phoneCipher === null ? undefined : personal.decrypt(phoneCipher) }
      }),
    ),
  ]
}
