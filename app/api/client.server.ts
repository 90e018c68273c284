import type { z } from 'zod'
import { isLoggedOutCode, codes } from '#server/contract/codes.ts'
import { envelope, type Endpoint } from '#server/contract/endpoint.ts'
import { cityOf } from '#app/city/position-cookie.ts'
import { browserIdOf } from '#app/cookies/browser-cookie.server.ts'
import { tokenOf } from '#app/cookies/token.ts'
import type { Caller } from '#app/load-context.ts'
import { NotLoggedInError, TransportError, transportErrorResponse } from './errors.ts'
import { runtimeOf } from '../standalone-fallback.server.ts'
import { requestFor, type Conventions } from './request.ts'
import { jsonOrText, requestFailedText, transportErrorText } from './transport-error-text.ts'
import { requestTimeout } from '#app/request-timeout.ts'

/** Result of an API call: its data, or a refusal with the server's message and body. */
export type Reply<Data> =
  { ok: true; message: string; data: Data } | { ok: false; code: number; message: string; data: unknown }

/** A caller with options: a time limit in ms, a session token in place of the cookie's (null for none). */
export type ApiCaller = Caller & { timeout?: number; token?: string | null }
type CallOptions = {
  /** Region code of another city than the visitor's; `all` leaves the parameter out. */
  city?: string
}

/** Calls one endpoint on behalf of the visitor who sent the page's request. */
export type Api = <Input extends z.ZodObject, Data extends z.ZodType>(
  endpoint: Endpoint<Input, Data>,
  input: z.input<Input>,
  options?: CallOptions,
) => Promise<Reply<z.output<Data>>>

/**
 * The typed API client for loaders, with the conventions of the specification's section 7: `city_code`, the headers
 * `token` and `REQUEST-REFERRER`, 10 s limit, and the error catalogue of section 8. A call rejects with
 * NotLoggedInError (没有登录), or with the route error response of a transport error, which shows its message on the
 * error page; every other refusal is a value. Transport errors are reported.
 */
export function apiFor(caller: ApiCaller): Api {
  return async (endpoint, input, options) => {
    try {
      return await call(caller, endpoint, input, options)
    } catch (error) {
      throw error instanceof TransportError ? transportErrorResponse(error) : error
    }
  }
}

/** As `apiFor`, for actions, which handle transport errors themselves: rejects with TransportError. */
export function actionApiFor(caller: ApiCaller): Api {
  return (endpoint, input, options) => call(caller, endpoint, input, options)
}

/** Fields of a form by name; several rows of one where a form asks of several things at once. */
export type FormFields = Readonly<Record<string, string | number | readonly object[] | undefined>>

/**
 * Sends the fields of a posted form to an endpoint as they were typed: the API validates them and names invalid
 * fields in its refusal. More fields, such as an idempotency key, may be added; conventions as of `apiFor`. A transport
 * error is a refusal too, so that the form is shown again with its input. Notes a refused form in the context, for the
 * title of the page that shows it. Rejects with NotLoggedInError only.
 */
export async function sendForm<Data extends z.ZodType>(
  caller: ApiCaller,
  endpoint: Endpoint<z.ZodObject, Data>,
  fields: FormFields,
): Promise<Reply<z.output<Data>>> {
  caller.context.formRefused = true
  const reply = await orServiceUnavailable(call(caller, endpoint, fields))
  if (reply.ok) caller.context.formRefused = false
  return reply
}

/** Turns a transport error into a refusal with its message (specification section 8), for actions. */
export async function orServiceUnavailable<Data>(reply: Promise<Reply<Data>>): Promise<Reply<Data>> {
  try {
    return await reply
  } catch (error) {
    if (!(error instanceof TransportError)) throw error
    return { ok: false, code: codes.notNow, message: error.message, data: undefined }
  }
}

/** Calls an endpoint with the conventions of visitors' pages, and reports a transport error. */
async function call<Data extends z.ZodType>(
  caller: ApiCaller,
  endpoint: Endpoint<z.ZodObject, Data>,
  input: object,
  options: CallOptions = {},
): Promise<Reply<z.output<Data>>> {
  const { request, token = tokenOf(caller) } = caller
  const conventions = {
    cityCode: options.city === 'all' ? undefined : (options.city ?? cityOf(request).code),
    headers: {
      'REQUEST-REFERRER': request.url,
      token,
      // Names the device of a session.
      'user-agent': request.headers.get('user-agent'),
      // Codes are bound to the browser.
      browser: endpoint.method === 'POST' ? browserIdOf(request) : undefined,
    },
  }
  try {
    const reply = callEndpoint(caller, endpoint, input, conventions)
    if (caller.token === undefined && token !== undefined) noteSession(caller, endpoint, reply)
    return await reply
  } catch (error) {
    if (error instanceof TransportError) caller.context.reportError?.(error, request)
    throw error
  }
}

/** Notes in the context what a call with the token of the cookie says about its session, where the endpoint reads it. */
function noteSession(
  { context }: Caller,
  { login, recognises }: Endpoint,
  reply: Promise<Reply<unknown>>,
): void {
  if (login !== 'required' && recognises !== true) return
  const answer = reply.then(
    ({ ok }) => (ok && login === 'required' ? ('works' as const) : ('unknown' as const)),
    (error: unknown) => (error instanceof NotLoggedInError ? ('ended' as const) : ('unknown' as const)),
  )
  context.sessionAnswers = [...(context.sessionAnswers ?? []), answer]
}

/**
 * Sends one call and reads its envelope. Rejects with NotLoggedInError (没有登录) and with TransportError, also at the time
 * limit; every other refusal is a value.
 */
export async function callEndpoint<Data extends z.ZodType>(
  { context, timeout = requestTimeout }: Pick<ApiCaller, 'context' | 'timeout'>,
  endpoint: Endpoint<z.ZodObject, Data>,
  input: object,
  conventions: Conventions,
): Promise<Reply<z.output<Data>>> {
  // Outside the time limit: a host that opens the API at its first request may need longer for that than a call.
  const { fetchApi } = await runtimeOf(context)
  const limit = new AbortController()
  const outgoing = requestFor(endpoint, input, { ...conventions, signal: limit.signal })
  const text = await withinLimit(limit, timeout, async () => (await fetchApi(outgoing)).text())
  return replyFrom(endpoint.data, text)
}

/**
 * Rejects with TransportError at the time limit. A race, since an in-process handler does not stop at an abort
 * signal.
 */
async function withinLimit<Result>(
  limit: AbortController,
  ms: number,
  work: () => Promise<Result>,
): Promise<Result> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const expiry = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      reject(new TransportError(requestFailedText))
      limit.abort()
    }, ms)
  })
  try {
    return await Promise.race([work(), expiry])
  } catch (error) {
    if (error instanceof TransportError) throw error
    throw new TransportError(requestFailedText)
  } finally {
    clearTimeout(timer)
  }
}

function replyFrom<Data extends z.ZodType>(schema: Data, body: string): Reply<z.output<Data>> {
  const parsed = envelope.safeParse(jsonOrText(body))
  if (!parsed.success) throw new TransportError(transportErrorText(body))
  const { code, message, data } = parsed.data
  if (isLoggedOutCode(code)) throw new NotLoggedInError(code)
  if (code !== codes.success) return { ok: false, code, message, data }
  const checked = schema.safeParse(data)
  if (!checked.success) throw new TransportError(requestFailedText)
  return { ok: true, message, data: checked.data }
}
