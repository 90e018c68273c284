import { z } from 'zod'
import { moment } from '../fields.ts'
import { recoveryCode, totpCode } from './login.ts'
import { staffEndpoint } from './staff-endpoint.ts'

/**
 * Replaces the caller's recovery codes, which come this once. 1001 with `fields.totp` for a wrong or used code, 1429 after
 * five wrong ones, as at the login.
 */
export const changeRecoveryCodes = staffEndpoint({
  method: 'POST',
  path: '/api/staff/second-factor/recovery-codes',
  summary: '更换恢复码',
  right: 'any',
  input: z.object({ totp: totpCode }),
  data: z.object({ recovery_codes: z.array(z.string()) }),
})

/**
 * Begins the caller's move to a new authenticator, after proof by a code of the old one or a recovery code; refused as
 * above, with `fields.recovery` too. The old one counts until `confirmNewAuthenticator`.
 */
export const beginNewAuthenticator = staffEndpoint({
  method: 'POST',
  path: '/api/staff/second-factor/authenticator',
  summary: '换验证器',
  right: 'any',
  input: z.object({ totp: totpCode.optional(), recovery: recoveryCode.optional() }),
  data: z.object({
    pending: z.string(),
    expires_at: moment,
    /** `secret` in base32, `uri` such as `otpauth://totp/…`. */
    enrolment: z.object({ secret: z.string(), uri: z.string() }),
  }),
})

/** Proves the caller's second factor again, for calls that need a fresh one; refused as above. */
export const proveSecondFactor = staffEndpoint({
  method: 'POST',
  path: '/api/staff/second-factor/proof',
  summary: '再次确认动态码',
  right: 'any',
  input: z.object({ totp: totpCode }),
  data: z.object({ msg: z.string() }),
})

/** Enrols the new authenticator by its first code; other sessions of the caller end. 1409 when the time is over. */
export const confirmNewAuthenticator = staffEndpoint({
  method: 'POST',
  path: '/api/staff/second-factor/authenticator/confirm',
  summary: '确认新的验证器',
  right: 'any',
  input: z.object({ pending: z.string().max(200), totp: totpCode }),
  data: z.object({ msg: z.string() }),
})
