import { codes, httpStatusOf, type Code } from '#server/contract/codes.ts'
import { durationText } from '#server/contract/duration-text.ts'

/** Default messages for visitors, by code. */
const messages = new Map<number, string>([
  [codes.invalidInput, '请求参数不正确'],
  [codes.accountClosed, '账号已注销'],
  [codes.noToken, '请先登录'],
  [codes.unknownToken, '登录信息无效，请重新登录'],
  [codes.tokenExpired, '登录已过期，请重新登录'],
  [codes.tokenRevoked, '登录已退出，请重新登录'],
  [codes.replacedByOtherLogin, '账号已在其他设备登录，请重新登录'],
  [codes.forbidden, '您没有这项权限'],
  [codes.notFound, '没有找到相关内容'],
  [codes.conflict, '内容已变更，请重试'],
  [codes.tooLarge, '提交的内容太长'],
  [codes.internal, '服务出错了，请稍后再试'],
  [codes.notNow, '服务暂时不可用，请稍后再试'],
])

type Refusal = {
  message?: string | undefined
  /** The envelope's `data`; `{}` when left out. */
  data?: Record<string, unknown> | undefined
  /** HTTP status where it is finer than the code's: 405, 415. */
  status?: number
  headers?: Record<string, string>
}

/** A refusal of the API; the envelope carries its code, message and data. */
export class ApiError extends Error {
  readonly code: Code
  readonly data: Record<string, unknown>
  readonly status: number
  readonly headers: Readonly<Record<string, string>>

  constructor(code: Code, { message, data = {}, status = httpStatusOf(code), headers = {} }: Refusal = {}) {
    super(message ?? messages.get(code) ?? '请求失败')
    this.code = code
    this.data = data
    this.status = status
    this.headers = headers
  }
}

/**
 * The refusal of invalid input. `fields` maps a field's name to its message, the first of which is the answer's
 * message; `more` is added to `data`.
 */
export function invalidFields(
  fields: Readonly<Record<string, string>>,
  more: Readonly<Record<string, unknown>> = {},
): ApiError {
  return new ApiError(codes.invalidInput, { message: Object.values(fields)[0], data: { ...more, fields } })
}

/** A refusal that says when to retry, in seconds: in the header `Retry-After` and in `data.retry_after`. */
export function retryLater(
  code: typeof codes.tooMany | typeof codes.notNow,
  seconds: number,
  { message, data }: { message?: string; data?: object } = {},
): ApiError {
  return new ApiError(code, {
    message,
    data: { retry_after: seconds, ...data },
    headers: { 'retry-after': String(seconds) },
  })
}

/** The refusal of a call beyond a limit. `what` says what there was too much of; the message ends with when to retry. */
export function tooMany(seconds: number, what = '操作太频繁'): ApiError {
  return retryLater(codes.tooMany, seconds, { message: `${what}，请 ${durationText(seconds)}后再试` })
}

/** The refusal of an unknown id or address. */
export function notFound(data?: Record<string, unknown>): ApiError {
  return new ApiError(codes.notFound, { data })
}
