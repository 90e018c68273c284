import { codes } from '#server/contract/codes.ts'
import {
  beginNewAuthenticator,
  confirmNewAuthenticator,
  changeRecoveryCodes,
  proveSecondFactor,
} from '#server/contract/staff/second-factor.ts'
import {
  beginNewAuthenticator as begin,
  confirmNewAuthenticator as confirm,
  changeRecoveryCodes as change,
  proveSecondFactor as prove,
  type FactorRefused,
} from '#server/services/staff/change-second-factor.ts'
import { networkOfSession } from '#server/services/staff/read-staff.ts'
import { ApiError, invalidFields } from '../api-error.ts'
import type { ApiDependencies } from '../dependencies.ts'
import { serveStaff } from './serve-staff.ts'
import { refusedFactor } from './login.ts'

/** Endpoints of the caller's own second factor: proof, new recovery codes, a new authenticator. */
export function staffSecondFactorEndpoints(dependencies: ApiDependencies) {
  const { now, siteName } = dependencies
  return [
    serveStaff(changeRecoveryCodes, async ({ input: { totp }, staff }) => {
      const outcome = await change(dependencies, staff, { totp, now: now() })
      if (outcome.state !== 'changed') throw refused(outcome)
      return { recovery_codes: outcome.codes }
    }),
    serveStaff(proveSecondFactor, async ({ input: { totp }, staff }) => {
      const outcome = await prove(dependencies, staff, { totp, now: now() })
      if (outcome.state !== 'proven') throw refused(outcome)
      return { msg: '已确认' }
    }),
    serveStaff(beginNewAuthenticator, async ({ input: { totp, recovery }, staff, address }) => {
      if (recovery === undefined && totp === undefined) throw invalidFields({ totp: '请填写动态码' })
      const factor = recovery === undefined ? { totp: totp ?? '' } : { recovery }
      const options = { factor, network: networkOfSession(address), siteName, now: now() }
      const outcome = await begin(dependencies, staff, options)
      if (outcome.state !== 'pending') throw refused(outcome, 'recovery' in factor ? 'recovery' : 'totp')
      const { pending, expiresAt, enrolment } = outcome
      return { pending, expires_at: expiresAt.toISOString(), enrolment }
    }),
    serveStaff(confirmNewAuthenticator, async ({ input: { pending, totp }, staff }) => {
      const outcome = await confirm(dependencies, staff, { pending, totp, now: now() })
      if (outcome.state !== 'moved') throw refused(outcome)
      return { msg: '已换成新的验证器' }
    }),
  ]
}

/** A session goes on when a move has taken too long: unlike at the login, it is no reason to log in again. */
function refused(outcome: FactorRefused, field: 'totp' | 'recovery' = 'totp'): ApiError {
  if (outcome.state === 'over')
    return new ApiError(codes.conflict, { message: '超过了 10 分钟，请从头再来一次' })
  return refusedFactor(outcome, field)
}
