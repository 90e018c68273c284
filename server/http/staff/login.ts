import { codes } from '#server/contract/codes.ts'
import {
  beginStaffLogin,
  getStaffArea,
  sendStaffCode,
  verifySecondFactor,
} from '#server/contract/staff/login.ts'
import { requestIdOf } from '#server/logging/request-id.ts'
import { deviceLabel } from '#server/services/accounts/device-label.ts'
import { createStaffLogin, type FactorOutcome } from '#server/services/staff/staff-login.ts'
import { codeClientOf } from '../accounts/code-client.ts'
import { refusedCode, refusedSend } from '../accounts/login.ts'
import { ApiError, invalidFields, tooMany } from '../api-error.ts'
import type { ApiDependencies } from '../dependencies.ts'
import { serveStaffLogin } from './serve-staff.ts'

/** Endpoints of the login of staff. */
export function staffLoginEndpoints(dependencies: ApiDependencies) {
  const { now, log } = dependencies
  const login = createStaffLogin(dependencies)

  return [
    serveStaffLogin(getStaffArea, async () => ({ open: true as const })),
    serveStaffLogin(sendStaffCode, async (call) => {
      const client = codeClientOf(call)
      const sent = await login.sendCode({ phone: call.input.phone, purpose: 'staff', client, now: now() })
      if (sent.state !== 'sent') throw refusedSend(sent)
      return { expires_in: sent.expiresIn, resend_in: sent.resendIn }
    }),
    serveStaffLogin(beginStaffLogin, async (call) => {
      const begun = await login.begin({ ...call.input, client: codeClientOf(call), now: now() })
      if (begun.state !== 'pending') throw refusedCode(begun)
      const { pending, expiresAt, enrolment } = begun
      return { pending, expires_at: expiresAt.toISOString(), enrolment }
    }),
    serveStaffLogin(verifySecondFactor, async ({ input, request, address }) => {
      const { pending, totp, recovery } = input
      if (recovery === undefined && totp === undefined) throw invalidFields({ totp: '请填写动态码' })
      const factor = recovery === undefined ? { totp: totp ?? '' } : { recovery }
      const device = deviceLabel(request.headers.get('user-agent'))
      const outcome = await login.verifySecondFactor({ pending, factor, address, device, now: now() })
      if (outcome.state !== 'open') {
        log.info({ requestId: requestIdOf(request), state: outcome.state }, 'a second factor was refused')
        throw refusedFactor(outcome, 'recovery' in factor ? 'recovery' : 'totp')
      }
      const { token, expiresAt, recoveryCodes } = outcome
      return { token, expires_at: expiresAt.toISOString(), recovery_codes: recoveryCodes }
    }),
  ]
}

const factorTexts = {
  totp: {
    wrong: '动态码不正确',
    used: '这个动态码已经用过，请等它换成下一个',
    unenrolled: '动态码不正确',
  },
  recovery: {
    wrong: '恢复码不正确或已经用过',
    used: '恢复码不正确或已经用过',
    unenrolled: '您还没有恢复码，请先用动态码登录',
  },
} as const

/** The refusal of a second factor, at its field. */
export function refusedFactor(
  outcome: Exclude<FactorOutcome, { state: 'open' }>,
  field: 'totp' | 'recovery',
): ApiError {
  if (outcome.state === 'over')
    return new ApiError(codes.tokenExpired, { message: '登录已超时，请重新获取验证码' })
  if (outcome.state === 'locked' || outcome.state === 'limited')
    return tooMany(outcome.retryAfter, '输错太多次')
  return invalidFields({ [field]: factorTexts[field][outcome.state] })
}
