import { deleteAccount, exportAccount, modifyCenter } from '#server/contract/accounts/account.ts'
import { getCenterInfo } from '#server/contract/accounts/center.ts'
import { codes } from '#server/contract/codes.ts'
import { gradeMisfitText } from '#server/contract/grades.ts'
import { findAccountPhone } from '#server/db/accounts/accounts.ts'
import { deleteAccount as remove } from '#server/services/accounts/delete-account.ts'
import { exportAccount as exportData } from '#server/services/accounts/export-account.ts'
import { modifyProfile } from '#server/services/accounts/modify-profile.ts'
import type { CodeClient } from '#server/services/accounts/code-client.ts'
import { createCodeVerifier, redeemCode, type VerifiedCode } from '#server/services/accounts/verify-code.ts'
import { ApiError, invalidFields } from '../api-error.ts'
import type { ApiDependencies } from '../dependencies.ts'
import { codeClientOf } from './code-client.ts'
import { refusedCode } from './login.ts'
import type { Visitor } from './read-visitor.ts'
import { readProfile } from './read-profile.ts'
import { servePersonal } from '../serve.ts'

type OwnCode = { visitor: Visitor; code: string; client: CodeClient; now: Date }

/** Endpoints of a visitor's account: profile, export of all data, deletion. */
export function accountEndpoints(dependencies: ApiDependencies) {
  const { database, personal, now, log, smsNoticeKinds: sms = new Set() } = dependencies
  const { db } = database
  const verifyCode = createCodeVerifier(dependencies)

  /** Verifies a fresh code sent to the account's own phone, without redeeming it. */
  const verifyOwnCode = async ({ visitor, code, client, now: at }: OwnCode): Promise<VerifiedCode> => {
    const phoneCipher = await findAccountPhone(db, visitor.id)
    if (phoneCipher === undefined) throw new ApiError(codes.accountClosed)
    const submitted = {
      phone: personal.decrypt(phoneCipher),
      purpose: 'account' as const,
      code,
      client,
      now: at,
    }
    const verification = await verifyCode(submitted)
    if (verification.state !== 'verified') throw refusedCode(verification)
    return verification.code
  }

  return [
    servePersonal(getCenterInfo, ({ visitor }) => readProfile(db, personal, visitor.id)),
    servePersonal(modifyCenter, async ({ input, visitor }) => {
      const { nickname, city_code: cityCode, stage, grade, courseText } = input
      const change = {
        nickname,
        cityCode: cityCode === '' ? null : cityCode,
        stage: stage === '' ? null : stage,
        grade: grade === '' ? null : grade,
        courseText,
      }
      const outcome = await modifyProfile(db, visitor.id, change)
      if (outcome === 'misfit') throw invalidFields({ grade: gradeMisfitText(grade) })
      return readProfile(db, personal, visitor.id)
    }),
    servePersonal(exportAccount, async ({ input, visitor, ...call }) => {
      const at = now()
      const right = await verifyOwnCode({ visitor, code: input.code, client: codeClientOf(call), now: at })
      if (!(await redeemCode(db, right, at))) throw refusedCode({ state: 'exhausted' })
      const everything = await exportData(db, personal, { visitorId: visitor.id, now: at })
      if (everything === undefined) throw new ApiError(codes.unknownToken)
      log.info({ visitor: visitor.id }, 'an account was exported')
      return everything
    }),
    servePersonal(deleteAccount, async ({ input, visitor, ...call }) => {
      const at = now()
      const code = await verifyOwnCode({ visitor, code: input.code, client: codeClientOf(call), now: at })
      if (!(await remove(database, { visitorId: visitor.id, code, giving: { now: at, sms } })))
        throw refusedCode({ state: 'exhausted' })
      log.info({ visitor: visitor.id }, 'an account was deleted')
      return { msg: '账号已注销' }
    }),
  ]
}
