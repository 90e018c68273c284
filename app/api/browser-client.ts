import { codes, isLoggedOutCode } from '#server/contract/codes.ts'
import { currentCity } from '#app/city/current-city.ts'
import { jsonOrText, requestFailedText, transportErrorText } from './transport-error-text.ts'
import { requestTimeout } from '#app/request-timeout.ts'

/**
 * Result of an API call by page scripts: the data, or an error with its message for the visitor (specification
 * section 8). A transport error has no code.
 */
export type BrowserReply<Data> = { ok: true; data: Data } | { ok: false; code?: number; message: string }

type BrowserCall<Data> = {
  method?: 'GET' | 'POST'
  /** Path of the endpoint, as in the contract. */
  path: string
  fields?: Readonly<Record<string, string | number>>
  /** Region code of another city than the page's; `all` leaves the parameter out. */
  city?: string
  /** Cancels the call. */
  signal?: AbortSignal
  /** Parses the data of a successful envelope; undefined when it has another shape. */
  read: (data: unknown) => Data | undefined
}

/**
 * API client for page scripts, with the conventions of the specification's section 7: `city_code`, the header
 * REQUEST-REFERRER, 10 s limit. Scripts cannot read the session's cookie, so these calls carry no token. Never
 * rejects.
 */
export async function callApi<Data>(call: BrowserCall<Data>): Promise<BrowserReply<Data>> {
  const limit = new AbortController()
  const timer = setTimeout(() => limit.abort(), requestTimeout)
  const cancel = () => limit.abort()
  call.signal?.addEventListener('abort', cancel)
  try {
    const { address, init } = requestOf(call)
    const answer = await fetch(address, { ...init, signal: limit.signal })
    return replyOf(await answer.text(), call.read)
  } catch {
    return { ok: false, message: requestFailedText }
  } finally {
    clearTimeout(timer)
    call.signal?.removeEventListener('abort', cancel)
  }
}

function requestOf({ method = 'GET', path, fields, city = cityOfPage() }: BrowserCall<unknown>) {
  const all: Record<string, string | number> = { ...(city === 'all' ? {} : { city_code: city }), ...fields }
  const headers = { accept: 'application/json', 'request-referrer': window.location.href }
  if (method === 'POST') {
    const json = { ...headers, 'content-type': 'application/json' }
    return { address: path, init: { method, headers: json, body: JSON.stringify(all) } }
  }
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(all)) query.append(name, String(value))
  return { address: `${path}?${query.toString()}`, init: { method, headers } }
}

function cityOfPage(): string {
  const [, position] = /(?:^|;\s*)position=([^;]*)/.exec(document.cookie) ?? []
  return currentCity(window.location.pathname, position && decoded(position)).code
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function replyOf<Data>(body: string, read: BrowserCall<Data>['read']): BrowserReply<Data> {
  const envelope = jsonOrText(body)
  if (!isEnvelope(envelope)) return { ok: false, message: transportErrorText(body) }
  const { code, message } = envelope
  if (isLoggedOutCode(code)) return { ok: false, code, message: '没有登录' }
  if (code !== codes.success)
    return { ok: false, code, message: message === '' ? requestFailedText : message }
  const data = read(envelope.data)
  return data === undefined ? { ok: false, message: requestFailedText } : { ok: true, data }
}

function isEnvelope(value: unknown): value is { code: number; message: string; data?: unknown } {
  return (
    typeof value === 'object' &&
    value !== null &&
    'code' in value &&
    typeof value.code === 'number' &&
    'message' in value &&
    typeof value.message === 'string'
  )
}
