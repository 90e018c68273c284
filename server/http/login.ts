import { codes } from '#server/contract/codes.ts'
import { login, sendClueCode, sendCode } from '#server/contract/login.ts'
import { findAccountPhone } from '#server/db/accounts.ts'
import type { CodePurpose } from '#server/services/codes/code-mark.ts'
import { sendCode as send, type CodeWanted } from '#server/services/codes/send-code.ts'
import { tryCode } from '#server/services/codes/spend-code.ts'
import { countCodeTries } from '#server/services/codes/wrong-codes.ts'
import { deviceLabel } from '#server/services/login/device-label.ts'
import { openSession } from '#server/services/login/open-session.ts'
import { requestIdOf } from '#server/logging/request-id.ts'
import { ApiError, invalidFields } from './api-error.ts'
import type { ApiDependencies } from './dependencies.ts'
import type { Visitor } from './read-visitor.ts'
import { readProfile } from './read-profile.ts'
import { serve } from './serve.ts'

const wrongPhone = '请填写正确的电话'

/** Codes to phones, and the login by one. */
export function loginEndpoints(dependencies: ApiDependencies) {
  const { database, personal, now, log } = dependencies
  const takeTry = countCodeTries(dependencies)

  const sendFor = async (purpose: CodePurpose, wanted: Omit<CodeWanted, 'purpose' | 'now'>) => {
    const sent = await send(dependencies, { ...wanted, purpose, now: now() })
    if (sent.state === 'phone') throw invalidFields({ phone: '该号码无法接收验证码，请换一个号码' })
    if (sent.state === 'limited') throw later(codes.tooMany, sent.retryAfter)
    if (sent.state === 'failed') throw later(codes.notNow, sent.retryAfter, '验证码发送失败，请稍后再试')
    return { expires_in: sent.expiresIn, resend_in: sent.resendIn }
  }

  const ownPhone = async (visitor: Visitor | undefined): Promise<string> => {
    const sealed = visitor && (await findAccountPhone(database.db, visitor.id))
    if (sealed === undefined) throw invalidFields({ phone: wrongPhone })
    return personal.open(sealed)
  }

  return [
    serve(sendCode, async ({ input, address, recognise }) =>
      sendFor('account', { phone: input.phone ?? (await ownPhone(await recognise())), address }),
    ),
    serve(sendClueCode, ({ input, address }) => sendFor('clue', { phone: input.phone, address })),
    serve(login, async ({ input: { phone, code }, request, address }) => {
      const at = now()
      const taken = await takeTry(address)
      if (!taken.allowed) {
        log.info({ limit: 'address' }, 'a login was refused: too many wrong codes')
        throw later(codes.tooMany, taken.retryAfter)
      }
      const tried = await tryCode(database.db, dependencies, { phone, purpose: 'account', code, now: at })
      if (tried === 'wrong' || tried === 'dead') throw refusedCode(tried)
      await taken.giveBack()
      const opened = await openSession(dependencies, {
        code: tried,
        phone,
        device: deviceLabel(request.headers.get('user-agent')),
        oldToken: request.headers.get('token') ?? undefined,
        now: at,
      })
      if (opened.state === 'closed') throw new ApiError(codes.accountClosed)
      if (opened.state === 'dead') throw refusedCode('dead')
      const user = personal.mark('log', String(opened.visitorId)).slice(0, 12)
      log.info({ requestId: requestIdOf(request), user }, 'login')
      return {
        token: opened.token,
        expires_at: opened.expiresAt.toISOString(),
        info: await readProfile(database.db, personal, opened.visitorId),
      }
    }),
  ]
}

/** The refusal of a code that was not spent. */
export function refusedCode(outcome: 'wrong' | 'dead'): ApiError {
  return invalidFields({ code: outcome === 'wrong' ? '验证码不正确' : '验证码已失效，请重新获取' })
}

/** A refusal that passes by itself after so many seconds. */
function later(
  code: typeof codes.tooMany | typeof codes.notNow,
  seconds: number,
  message?: string,
): ApiError {
  return new ApiError(code, {
    message,
    data: { retry_after: seconds },
    headers: { 'retry-after': String(seconds) },
  })
}
