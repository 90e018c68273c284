import { z } from 'zod'
import { listCityParts } from '#server/contract/schools/city-parts.ts'
import { codes, httpStatusOf, type Code } from '#server/contract/codes.ts'
import type { Endpoint } from '#server/contract/endpoint.ts'
import { staffTokenHeader } from '#server/contract/staff/staff-endpoint.ts'
import { ApiError } from '#server/http/api-error.ts'
import { inputReader } from '#server/http/read-input.ts'

/** The token of the only session that a fake API knows. */
export const knownToken = 'a-session-of-the-tests'

/** The token of the only session of staff that a fake API knows. */
export const knownStaffToken = 'a-staff-session-of-the-tests'

/** A refusal of the API, as a fake answer returns it. */
export class Refusal {
  readonly code: Code
  readonly message: string
  readonly data: unknown
  constructor(code: Code, message: string, data: unknown = {}) {
    this.code = code
    this.message = message
    this.data = data
  }
}

/** An answer without an envelope: text of a proxy, or a broken connection when it is undefined. */
export class NoEnvelope {
  readonly text: string | undefined
  constructor(text?: string) {
    this.text = text
  }
}

type Failure = Refusal | NoEnvelope

type Handler<Input, Data> = (input: Input, request: Request) => Data | Failure

function isHandler<Input, Data>(given: Data | Failure | Handler<Input, Data>): given is Handler<Input, Data> {
  return typeof given === 'function'
}

/** One endpoint with what it answers. */
export type FakeAnswer = {
  endpoint: Endpoint
  respond: (request: Request, path: Readonly<Record<string, string>>) => Promise<unknown>
}

/**
 * What a fake API answers to one endpoint: data, a refusal, or a function of the parsed input. Data that does not fit
 * the contract does not compile, and fails the test when it was built at run time.
 */
export function answer<Input extends z.ZodObject, Data extends z.ZodType>(
  endpoint: Endpoint<Input, Data>,
  given: z.input<Data> | Failure | Handler<z.output<Input>, z.input<Data>>,
): FakeAnswer {
  const read = inputReader(endpoint)
  const respond: FakeAnswer['respond'] = async (request, path) => {
    const input = await read(request.clone(), path)
    return isHandler(given) ? given(input, request) : given
  }
  return { endpoint, respond }
}

/** One call that came to a fake API. */
export type FakeCall = {
  method: string
  /** Path as it was asked for, without query. */
  path: string
  /** The query, the JSON body, or the fields of a form. */
  input: Readonly<Record<string, unknown>>
  headers: Headers
}

/**
 * An API without a server behind it: answers by its contract, and notes what it was asked, but for what the frame of every
 * page asks.
 */
export type FakeApi = {
  fetchApi: (request: Request) => Promise<Response>
  calls: FakeCall[]
  /** Mistakes of the test itself: calls without an answer, answers that do not fit the contract. */
  mistakes: Error[]
}

/** Data in place of what an endpoint was about to answer. */
export type Alter = (data: unknown, endpoint: Endpoint) => unknown

/**
 * Makes a fake API of answers; the last one for an endpoint counts. Input is read and refused as the server does it (1001
 * with `fields`), and an endpoint that needs a login refuses any token but `knownToken` (1100, 1101), one of the staff area
 * any but `knownStaffToken`. `alter` has the last word on the data of an answer.
 */
export function fakeApi(answers: readonly FakeAnswer[], alter: Alter = (data) => data): FakeApi {
  const calls: FakeCall[] = []
  const mistakes: Error[] = []
  const respond = async (request: Request): Promise<Response> => {
    const { pathname } = new URL(request.url)
    if (pathname !== listCityParts.path) calls.push(await callOf(request.clone()))
    const found = findAnswer(answers, request.method, pathname)
    if (found === undefined) throw new Error(`no fake answer to ${request.method} ${pathname}`)
    const { endpoint, path } = found
    const [token, known] = tokensOf(endpoint, request)
    if (known !== undefined && token !== known) {
      return refused(new ApiError(token === null ? codes.noToken : codes.unknownToken))
    }
    try {
      const given = await found.respond(request, path)
      return success(endpoint, isFailure(given) ? given : alter(given, endpoint))
    } catch (error) {
      if (error instanceof ApiError) return refused(error)
      throw error
    }
  }
  const fetchApi = async (request: Request) => {
    try {
      return await respond(request)
    } catch (error) {
      const { pathname } = new URL(request.url)
      if (!(error instanceof BrokenConnection)) mistakes.push(new Error(pathname, { cause: error }))
      throw error
    }
  }
  return { calls, mistakes, fetchApi }
}

/** The token of a call, and the one that its endpoint wants; undefined where it wants none. */
function tokensOf(
  endpoint: Endpoint,
  { headers }: Request,
): [given: string | null, wanted: string | undefined] {
  if (!('right' in endpoint))
    return [headers.get('token'), endpoint.login === 'required' ? knownToken : undefined]
  return [headers.get(staffTokenHeader), endpoint.right === 'none' ? undefined : knownStaffToken]
}

function isFailure(given: unknown): given is Failure {
  return given instanceof Refusal || given instanceof NoEnvelope
}

class BrokenConnection extends Error {}

function success(endpoint: Endpoint, given: unknown): Response {
  if (given instanceof Refusal) return refused(given)
  if (given instanceof NoEnvelope) {
    if (given.text === undefined) throw new BrokenConnection('the connection broke')
    return new Response(given.text, { status: 502 })
  }
  // What the contract does not name is a slip of the test, not an answer.
  const data = strict(endpoint.data).parse(given)
  return Response.json({ code: codes.success, message: '成功', data })
}

function strict(schema: z.ZodType): z.ZodType {
  return schema instanceof z.ZodObject ? z.strictObject(schema.shape) : schema
}

function refused({ code, message, data }: Pick<Refusal, 'code' | 'message' | 'data'>): Response {
  return Response.json({ code, message, data }, { status: httpStatusOf(code) })
}

async function callOf(request: Request): Promise<FakeCall> {
  const { pathname, searchParams } = new URL(request.url)
  const input: Record<string, unknown> =
    request.method === 'GET'
      ? Object.fromEntries(
          [...searchParams.keys()].map((name) => [name, searchParams.getAll(name).join(',')]),
        )
      : request.headers.get('content-type')?.startsWith('multipart/') === true
        ? Object.fromEntries(await request.formData())
        : z.record(z.string(), z.unknown()).parse(await request.json())
  return { method: request.method, path: pathname, input, headers: request.headers }
}

/** The last answer whose method and path fit, an address without parameters before one with. */
function findAnswer(answers: readonly FakeAnswer[], method: string, pathname: string) {
  const found = answers.flatMap(({ endpoint, ...rest }) => {
    const path = endpoint.method === method ? parametersOf(endpoint.path, pathname) : undefined
    return path === undefined ? [] : [{ endpoint, path, ...rest }]
  })
  return found.findLast(({ path }) => Object.keys(path).length === 0) ?? found.at(-1)
}

function parametersOf(template: string, pathname: string): Record<string, string> | undefined {
  const wanted = template.split('/')
  const given = pathname.split('/')
  if (wanted.length !== given.length) return undefined
  const parameters: Record<string, string> = {}
  for (const [at, segment] of wanted.entries()) {
    const [, name] = /^\{(\w+)\}$/.exec(segment) ?? []
    if (name !== undefined) parameters[name] = decodeURIComponent(given[at] ?? '')
    else if (segment !== given[at]) return undefined
  }
  return parameters
}
