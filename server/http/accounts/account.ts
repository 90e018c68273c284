import { deleteAccount, exportAccount, modifyCenter } from '#server/contract/account.ts'
import { getCenterInfo } from '#server/contract/center.ts'
import { codes } from '#server/contract/codes.ts'
import { gradeMisfitText } from '#server/contract/grades.ts'
import { findAccountPhone } from '#server/db/accounts/accounts.ts'
import { deleteAccount as remove } from '#server/services/account/delete-account.ts'
import { exportAccount as collect } from '#server/services/account/export-account.ts'
import { modifyProfile } from '#server/services/account/modify-profile.ts'
import type { CodeClient } from '#server/services/codes/code-client.ts'
import { createCodeVerifier, redeemCode, type VerifiedCode } from '#server/services/codes/verify-code.ts'
import { ApiError, invalidFields } from '../api-error.ts'
import type { ApiDependencies } from '../dependencies.ts'
import { codeClientOf } from './code-client.ts'
import { refusedCode } from './login.ts'
import type { Visitor } from './read-visitor.ts'
import { readProfile } from './read-profile.ts'
import { servePersonal } from '../serve.ts'

type Proving = { visitor: Visitor; code: string; client: CodeClient; now: Date }

/** What a visitor does with the account itself: change the profile, take all data out, delete it. */
export function accountEndpoints(dependencies: ApiDependencies) {
  const { database, personal, now, log } = dependencies
  const { db } = database
  const verifyCode = createCodeVerifier(dependencies)

  /** A fresh code to the account's own phone, right but not yet spent. */
  const prove = async ({ visitor, code, client, now: at }: Proving): Promise<VerifiedCode> => {
    const sealed = await findAccountPhone(db, visitor.id)
    if (sealed === undefined) throw new ApiError(codes.accountClosed)
    const typed = { phone: personal.decrypt(sealed), purpose: 'account' as const, code, client, now: at }
    const tried = await verifyCode(typed)
    if (tried.state !== 'verified') throw refusedCode(tried)
    return tried.code
  }

  return [
    servePersonal(getCenterInfo, ({ visitor }) => readProfile(db, personal, visitor.id)),
    servePersonal(modifyCenter, async ({ input, visitor }) => {
      const { nickname, city_code: cityCode, stage, grade, courseText } = input
      const change = {
        nickname,
        cityCode,
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
      const right = await prove({ visitor, code: input.code, client: codeClientOf(call), now: at })
      if (!(await redeemCode(db, right, at))) throw refusedCode({ state: 'exhausted' })
      const everything = await collect(db, personal, { visitorId: visitor.id, now: at })
      if (everything === undefined) throw new ApiError(codes.unknownToken)
      log.info({ visitor: visitor.id }, 'an account was exported')
      return everything
    }),
    servePersonal(deleteAccount, async ({ input, visitor, ...call }) => {
      const at = now()
      const code = await prove({ visitor, code: input.code, client: codeClientOf(call), now: at })
      if (!(await remove(database, { visitorId: visitor.id, code, now: at })))
        throw refusedCode({ state: 'exhausted' })
      log.info({ visitor: visitor.id }, 'an account was deleted')
      return { msg: '账号已注销' }
    }),
  ]
}
