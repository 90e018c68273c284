import { data, redirect } from '@remix-run/node'
import type { z } from 'zod'
import { codes, httpStatusOf } from '#server/contract/codes.ts'
import {
  askedForFactor,
  staffTokenHeader,
  type StaffEndpoint,
} from '#server/contract/staff/staff-endpoint.ts'
import { proveSecondFactor } from '#server/contract/staff/second-factor.ts'
import { staffPrefix } from '#server/contract/staff/staff-paths.ts'
import { callEndpoint, type Reply } from '#app/api/client.server.ts'
import { NotLoggedInError, TransportError, transportErrorResponse } from '#app/api/errors.ts'
import { browserIdOf } from '#app/cookies/browser-cookie.server.ts'
import { problemOf, type FormProblem } from '#app/forms/form-problem.ts'
import type { Caller } from '#app/load-context.ts'
import { loginPath } from '../paths.ts'
import { factorField, type FactorAsked } from './factor-asked.ts'
import { hasPostedFiles, postedFactor, postedTexts } from './posted-form.server.ts'
import type { SessionOver } from './session-over.ts'
import { closeStaffSession, cookieHeaders, staffTokenOf } from './staff-cookie.server.ts'

/** A page of a list, as the API answers with it. */
type List<Item> = { items: Item[]; total: number; page: number; page_size: number }

/** The API for loaders and actions of the staff area, called with the session of the page's request. */
export type StaffApi = {
  /**
   * Data for a loader. Throws what the page then shows: the redirect to the login without a session, or the error page of
   * a refusal with its status (403 without the right, 404, …).
   */
  load: <Input extends z.ZodObject, Data extends z.ZodType>(
    endpoint: StaffEndpoint<Input, Data>,
    input: z.input<Input>,
  ) => Promise<z.output<Data>>
  /**
   * A list by the filters of its address: as `load`, but filters that the API refuses are a problem of their form, and the
   * list is empty then.
   */
  loadList: <Item>(
    endpoint: StaffEndpoint<z.ZodObject, z.ZodType<List<Item>>>,
    filters: Readonly<Record<string, string | number>>,
  ) => Promise<{ list: List<Item>; problem: FormProblem | undefined }>
  /**
   * Sends a form's fields as they were typed, for an action. A refusal is a value (`problemOf` makes the form's problem of
   * it), an unreachable API too (1503). Without a session it throws the page that logs in and sends the same form again; where
   * the endpoint needs a fresh second factor, the page that asks for one and sends the form with it.
   * `timeout`: milliseconds until an unanswered call is given up, where that is not the usual limit.
   */
  send: <Data extends z.ZodType>(
    endpoint: StaffEndpoint<z.ZodObject, Data>,
    fields: Readonly<Record<string, unknown>>,
    options?: { timeout?: number },
  ) => Promise<Reply<z.output<Data>>>
}

/** The API for one loader or action; give it the arguments that Remix gives. */
export function staffApi({ context, request }: Caller): StaffApi {
  const caller = { context, request }
  return {
    async load(endpoint, input) {
      const reply = await answered(caller, call(caller, endpoint, input))
      if (reply.ok) return reply.data
      throw errorPage(reply)
    },
    async loadList(endpoint, filters) {
      const reply = await answered(caller, call(caller, endpoint, filters))
      if (reply.ok) return { list: reply.data, problem: undefined }
      const problem = problemOf(reply)
      if (reply.code !== codes.invalidInput || Object.keys(problem.fields).length === 0)
        throw errorPage(reply)
      return { list: { items: [], total: 0, page: 1, page_size: 20 }, problem }
    },
    async send(endpoint, fields, options) {
      context.formRefused = true
      try {
        const reply = await withFreshFactor(caller, () => call(caller, endpoint, fields, options))
        if (reply.ok) context.formRefused = false
        return reply
      } catch (error) {
        if (error instanceof TransportError)
          return { ok: false, code: codes.notNow, message: error.message, data: undefined }
        if (!(error instanceof NotLoggedInError)) throw error
        if (endpoint.right === 'none')
          return { ok: false, code: error.code, message: '登录已超时，请重新获取验证码', data: undefined }
        throw sessionOver(caller)
      }
    },
  }
}

/** Data of a call where nobody needs to be logged in; undefined without a session, or when the API refuses or is unavailable. */
export async function loadIfLoggedIn<Data extends z.ZodType>(
  caller: Caller,
  endpoint: StaffEndpoint<z.ZodObject, Data>,
): Promise<z.output<Data> | undefined> {
  if (staffTokenOf(caller) === undefined) return undefined
  try {
    const reply = await call(caller, endpoint, {})
    return reply.ok ? reply.data : undefined
  } catch (error) {
    if (error instanceof NotLoggedInError || error instanceof TransportError) return undefined
    throw error
  }
}

/** The reply to a loader's call; without a session or an answer it throws what the page then shows. */
async function answered<Answer>(caller: Caller, calling: Promise<Reply<Answer>>): Promise<Reply<Answer>> {
  try {
    return await calling
  } catch (error) {
    if (error instanceof NotLoggedInError) throw redirectToLogin(caller)
    if (!(error instanceof TransportError)) throw error
    caller.context.reportError?.(error, caller.request)
    throw transportErrorResponse(error)
  }
}

function errorPage({ code, message }: Extract<Reply<unknown>, { ok: false }>) {
  return data({ message }, { status: httpStatusOf(code) })
}

function call<Data extends z.ZodType>(
  { context, request }: Caller,
  endpoint: StaffEndpoint<z.ZodObject, Data>,
  input: object,
  { timeout }: { timeout?: number } = {},
): Promise<Reply<z.output<Data>>> {
  const limited = timeout === undefined ? { context } : { context, timeout }
  return callEndpoint(limited, endpoint, input, {
    headers: {
      [staffTokenHeader]: endpoint.right === 'none' ? undefined : staffTokenOf({ context, request }),
      // Names the device of a session.
      'user-agent': request.headers.get('user-agent'),
      // Codes of the login are bound to the browser.
      browser: browserIdOf(request),
    },
  })
}

/** The redirect to the login, which returns to the page that was asked for. */
function redirectToLogin(caller: Caller): Response {
  const hadSession = staffTokenOf(caller) !== undefined
  const to = addressOf(caller.request).slice(staffPrefix.length - 1)
  return redirect(loginPath({ to, isOver: hadSession }), {
    headers: hadSession ? cookieHeaders(closeStaffSession(caller)) : {},
  })
}

/** A call, and where it asks for a fresh second factor once more with the one that the form brought. */
async function withFreshFactor<Answer>(
  caller: Caller,
  send: () => Promise<Reply<Answer>>,
): Promise<Reply<Answer>> {
  const reply = await send()
  if (!asksForFactor(reply)) return reply
  const totp = postedFactor(caller.request)
  if (totp === undefined) throw factorAsked(caller)
  const proof = await call(caller, proveSecondFactor, { totp })
  if (proof.ok) return send()
  const { fields, ...problem } = problemOf(proof)
  const own = fields['totp']
  throw factorAsked(caller, { ...problem, fields: own === undefined ? {} : { [factorField]: own } })
}

function asksForFactor(reply: Reply<unknown>): boolean {
  return (
    !reply.ok &&
    typeof reply.data === 'object' &&
    reply.data !== null &&
    'factor' in reply.data &&
    reply.data.factor === askedForFactor.factor
  )
}

function factorAsked({ request }: Caller, problem?: FormProblem) {
  const facts: FactorAsked = {
    factorAsked: true,
    action: addressOf(request),
    texts: postedTexts(request),
    problem,
  }
  return data(facts, { status: problem?.status ?? 403 })
}

function sessionOver({ request }: Caller) {
  const facts: SessionOver = {
    sessionOver: true,
    action: addressOf(request),
    texts: postedTexts(request),
    hadFiles: hasPostedFiles(request),
  }
  return data(facts, { status: 401 })
}

/** Path and query of a page, with the trailing slash that page data of scripts are asked for without. */
function addressOf(request: Request): string {
  const { pathname, search } = new URL(request.url)
  return `${pathname.endsWith('/') ? pathname : `${pathname}/`}${search}`
}
