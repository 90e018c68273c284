import { codes } from '#server/contract/codes.ts'
import { login, sendClueCode, sendCode } from '#server/contract/accounts/login.ts'
import { findAccountPhone } from '#server/db/accounts/accounts.ts'
import { durationText } from '#server/contract/duration-text.ts'
import { phoneFault } from '#server/contract/phone-number.ts'
import { createCodeSender, type CodeRequest, type Sent } from '#server/services/accounts/send-code.ts'
import {
  createCodeVerifier,
  codeRefusalTexts,
  type CodeVerification,
} from '#server/services/accounts/verify-code.ts'
import { deviceLabel } from '#server/services/accounts/device-label.ts'
import { openSession } from '#server/services/accounts/open-session.ts'
import { requestIdOf } from '#server/logging/request-id.ts'
import { ApiError, invalidFields, retryLater, tooMany } from '../api-error.ts'
import { codeClientOf } from './code-client.ts'
import type { ApiDependencies } from '../dependencies.ts'
import type { Visitor } from './read-visitor.ts'
import { readProfile } from './read-profile.ts'
import { serve } from '../serve.ts'

/** Endpoints of one-time codes and of the login with one. */
export function loginEndpoints(dependencies: ApiDependencies) {
  const { database, personal, now, log } = dependencies
  const send = createCodeSender(dependencies)
  const verifyCode = createCodeVerifier(dependencies)

  const sendCodeTo = async (wanted: Omit<CodeRequest, 'now'>) => {
    const sent = await send({ ...wanted, now: now() })
    if (sent.state !== 'sent') throw refusedSend(sent)
    return { expires_in: sent.expiresIn, resend_in: sent.resendIn }
  }

  const ownPhone = async (visitor: Visitor | undefined): Promise<string> => {
    const phoneCipher = visitor && (await findAccountPhone(database.db, visitor.id))
    if (phoneCipher === undefined) throw invalidFields({ phone: phoneFault('') })
    return personal.decrypt(phoneCipher)
  }

  return [
    serve(sendCode, async ({ recognise, ...call }) => {
      const phone = call.input.phone ?? (await ownPhone(await recognise()))
      return sendCodeTo({ phone, purpose: 'account', client: codeClientOf(call) })
    }),
    serve(sendClueCode, (call) =>
      sendCodeTo({ phone: call.input.phone, purpose: 'clue', client: codeClientOf(call) }),
    ),
    serve(login, async ({ input: { phone, code, agreed }, request, address }) => {
      const at = now()
      const client = codeClientOf({ request, address })
      const verification = await verifyCode({ phone, purpose: 'account', code, client, now: at })
      if (verification.state === 'limited')
        log.info({ limit: 'address' }, 'a login was refused: too many wrong codes')
      if (verification.state !== 'verified') throw refusedCode(verification)
      const opened = await openSession(dependencies, {
        code: verification.code,
        phone,
        agreed,
        device: deviceLabel(request.headers.get('user-agent')),
        oldToken: request.headers.get('token') ?? undefined,
        now: at,
      })
      if (opened.state === 'closed') throw new ApiError(codes.accountClosed)
      if (opened.state === 'exhausted') throw refusedCode({ state: 'exhausted' })
      const user = personal.blindIndex('log', String(opened.visitorId)).slice(0, 12)
      log.info({ requestId: requestIdOf(request), user }, 'login')
      return {
        token: opened.token,
        expires_at: opened.expiresAt.toISOString(),
        info: await readProfile(database.db, personal, opened.visitorId),
      }
    }),
  ]
}

/** The refusal of a code that was not sent. */
export function refusedSend(sent: Exclude<Sent, { state: 'sent' }>): ApiError {
  if (sent.state === 'phone') return invalidFields({ phone: '这个号码收不到短信验证码，请换一个手机号' })
  if (sent.state === 'failed')
    return retryLater(codes.notNow, sent.retryAfter, { message: '验证码发送失败，请稍后再试' })
  const what = sent.justSent ? '验证码刚发过' : '获取验证码太频繁'
  const message = `${what}，${durationText(sent.retryAfter)}后可以再发`
  return retryLater(codes.tooMany, sent.retryAfter, { message, data: { has_code: sent.hasCode } })
}

/** The refusal of a code that could not be verified. */
export function refusedCode(verification: Exclude<CodeVerification, { state: 'verified' }>): ApiError {
  if (verification.state === 'limited') return tooMany(verification.retryAfter, codeRefusalTexts.limited)
  return invalidFields({ code: codeRefusalTexts[verification.state] })
}
