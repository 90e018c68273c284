import { z } from 'zod'
import { codes } from '../codes.ts'
import { endpoint } from '../endpoint.ts'
import { agreementFault } from './agreed-texts.ts'
import { moment, phone, smsCode } from '../fields.ts'
import { profile } from './profile.ts'

const sent = z.object({
  /** Seconds for which the code works. */
  expires_in: z.int(),
  /** Seconds until another one may be asked for. */
  resend_in: z.int(),
})

/**
 * Sends a login code; also the fresh code of `/api/center/export` and `/api/center/delete`. With a working token the
 * phone may be left out: it goes to the account's own. The answer is the same for known and unknown numbers; 1429
 * with Retry-After beyond the limits.
 */
export const sendCode = endpoint({
  method: 'POST',
  path: '/api/code',
  summary: '发送登录验证码',
  recognises: true,
  refusals: [codes.tooMany],
  input: z.object({ phone: phone.optional() }),
  data: sent,
})

/** Sends a code that verifies the phone of a lead, or cancels one without an account. */
export const sendClueCode = endpoint({
  method: 'POST',
  path: '/api/clue/send_code',
  summary: '发送预约验证码',
  refusals: [codes.tooMany],
  input: z.object({ phone }),
  data: sent,
})

/**
 * Opens a session by phone and code; an unknown phone gets an account. `agreed`: the versions of the terms of use and the
 * privacy policy that the visitor has agreed to (`server/contract/accounts/agreed-texts.ts`), which the account keeps. 1001
 * with `fields.code` for a wrong code, with `fields.agreed` for other versions or none: nothing is stored then.
 */
export const login = endpoint({
  method: 'POST',
  path: '/api/login',
  summary: '登录',
  refusals: [codes.tooMany],
  input: z.object({
    phone,
    code: smsCode,
    agreed: z
      .string({ error: agreementFault(undefined) })
      .refine((agreed) => agreementFault(agreed) === undefined, {
        error: ({ input }) => agreementFault(typeof input === 'string' ? input : undefined),
      }),
  }),
  data: z.object({ token: z.string(), expires_at: moment, info: profile }),
})

/** Ends the token's own session. */
export const logout = endpoint({
  method: 'POST',
  path: '/api/logout',
  summary: '退出登录',
  login: 'required',
  input: z.object({}),
  data: z.object({ msg: z.string() }),
})
