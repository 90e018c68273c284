import { codes } from '#server/contract/codes.ts'
import { listCorrections, sendCorrection } from '#server/contract/leads/corrections.ts'
import { listPage } from '#server/db/list-page.ts'
import { findOwnCorrections } from '#server/db/leads/corrections.ts'
import { correctionItemOf } from '#server/services/leads/read-corrections.ts'
import { createCorrectionSubmitter } from '#server/services/leads/submit-correction.ts'
import { ApiError, invalidFields, tooMany } from '../api-error.ts'
import type { ApiDependencies } from '../dependencies.ts'
import { idempotencyKeyOf } from '../idempotency-key.ts'
import { serve, servePersonal } from '../serve.ts'

/** Endpoints of reports of errors in schools' facts: sending one, and a visitor's own with their answers. */
export function correctionEndpoints(dependencies: ApiDependencies) {
  const { database, personal } = dependencies
  const submit = createCorrectionSubmitter(dependencies)
  return [
    serve(sendCorrection, async ({ input, request, address, recognise }) => {
      const visitor = await recognise()
      const key = idempotencyKeyOf(request) ?? input.key
      const outcome = await submit({ ...input, key }, { visitorId: visitor?.id, address })
      if (outcome.state === 'no-school') throw invalidFields({ school_id: '没有找到这所学校' })
      if (outcome.state === 'no-consent')
        throw invalidFields({ consent_contact: '留了电话，请勾选同意，我们才能打给您' })
      if (outcome.state === 'account-closed') throw new ApiError(codes.accountClosed)
      if (outcome.state === 'key-taken') throw new ApiError(codes.conflict)
      if (outcome.state === 'limited') throw tooMany(outcome.retryAfter)
      return { msg: confirmationOf({ hasPhone: input.phone !== undefined, isKnown: visitor !== undefined }) }
    }),
    servePersonal(listCorrections, async ({ input, visitor }) => {
      const { rows, total } = await findOwnCorrections(database.db, visitor.id, input)
      return listPage(
        input,
        rows.map((row) => correctionItemOf(personal, row)),
        total,
      )
    }),
  ]
}

/** What happens next, as far as the sender can be reached. */
function confirmationOf({ hasPhone, isKnown }: { hasPhone: boolean; isKnown: boolean }): string {
  const ways = [
    ...(isKnown ? ['答复写在个人中心的“我的纠错”里'] : []),
    ...(hasPhone ? ['需要时给您打电话'] : []),
  ]
  return ['纠错收到了，核实后更正', ...ways].join('，') + '。'
}
