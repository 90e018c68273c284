import { z } from 'zod'
import { moment, mobilePhone, smsCode } from '../fields.ts'
import { staffEndpoint } from './staff-endpoint.ts'

/** Whether the staff area is open to the caller: 1404 while it is off or closed to the caller's network. */
export const getStaffArea = staffEndpoint({
  method: 'GET',
  path: '/api/staff/area',
  summary: '员工后台是否开放',
  right: 'none',
  input: z.object({}),
  data: z.object({ open: z.literal(true) }),
})

/** Sends a login code to a member's phone. Other phones get none, and the same answer; 1429 beyond the limits. */
export const sendStaffCode = staffEndpoint({
  method: 'POST',
  path: '/api/staff/code',
  summary: '发送员工登录验证码',
  right: 'none',
  input: z.object({ phone: mobilePhone }),
  data: z.object({
    /** Seconds for which the code works. */
    expires_in: z.int(),
    /** Seconds until another one may be asked for. */
    resend_in: z.int(),
  }),
})

/**
 * The first factor. 1001 with `fields.code` for a wrong code. `pending` names the login that `verifySecondFactor`
 * completes; `enrolment` comes to a member without a second factor, who adds the secret to an authenticator first.
 */
export const beginStaffLogin = staffEndpoint({
  method: 'POST',
  path: '/api/staff/login',
  summary: '员工登录：验证码',
  right: 'none',
  input: z.object({ phone: mobilePhone, code: smsCode }),
  data: z.object({
    pending: z.string(),
    expires_at: moment,
    /** `secret` in base32, `uri` such as `otpauth://totp/…`. */
    enrolment: z.object({ secret: z.string(), uri: z.string() }).optional(),
  }),
})

/** A time-based code of six digits; spaces and full-width digits are accepted. */
export const totpCode = z
  .string('请填写动态码')
  .transform((typed) => typed.normalize('NFKC').replace(/\s/g, ''))
  .pipe(z.string().regex(/^\d{6}$/, '请填写 6 位数字动态码'))

/** A recovery code in any spelling: `ABCD-EFGH-JKMN-PQRS`, with or without hyphens. */
export const recoveryCode = z
  .string('请填写恢复码')
  .max(100, '恢复码不正确')
  .transform((typed) =>
    typed
      .normalize('NFKC')
      .toUpperCase()
      .replace(/[^0-9A-Z]/g, ''),
  )
  .pipe(z.string().length(16, '恢复码是 16 位字母和数字'))

/**
 * The second factor: a time-based code, or a recovery code. Opens the session. 1001 with `fields.totp` or
 * `fields.recovery` for a wrong or used one, 1429 with Retry-After after five wrong ones, 1102 for a login that is
 * over. `recovery_codes` come once, when the member enrolled with this call.
 */
export const verifySecondFactor = staffEndpoint({
  method: 'POST',
  path: '/api/staff/login/totp',
  summary: '员工登录：动态码',
  right: 'none',
  input: z.object({
    pending: z.string().max(200),
    totp: totpCode.optional(),
    recovery: recoveryCode.optional(),
  }),
  data: z.object({
    token: z.string(),
    expires_at: moment,
    recovery_codes: z.array(z.string()).optional(),
  }),
})

/** Ends the token's own session. */
export const staffLogout = staffEndpoint({
  method: 'POST',
  path: '/api/staff/logout',
  summary: '员工退出登录',
  right: 'any',
  input: z.object({}),
  data: z.object({ msg: z.string() }),
})
