import type { z } from 'zod'
import type { Endpoint } from '#server/contract/endpoint.ts'
import type { DataCache } from '#server/services/data-cache.ts'
import { inputReader } from './read-input.ts'
import type { Visitor } from './accounts/read-visitor.ts'
import { jsonResponse, olderData, successText, type Keeping } from './respond.ts'

/** What an endpoint gets of a request to answer it. */
export type Asked = {
  request: Request
  /** Path parameters by name, decoded. */
  path: Readonly<Record<string, string>>
  /** The token's owner; throws the refusal when there is none. */
  visitor: () => Promise<Visitor>
  /** The client's address as the edge knows it; absent inside tests and stock hosts. */
  address: string | undefined
  cache: DataCache | undefined
}

/**
 * An endpoint with the function that answers it. `isPublic`: the answer follows from the input alone and is kept for a
 * while anyway, so that it may come from a copy of the database.
 */
export type ServedEndpoint = {
  endpoint: Endpoint
  isPublic: boolean
  answer: (asked: Asked) => Promise<Response>
}

type Call<Input extends z.ZodObject> = {
  input: z.output<Input>
  request: Request
  address: string | undefined
}
type Handler<Input extends z.ZodObject, Data extends z.ZodType, More = unknown> = (
  call: Call<Input> & More,
) => Promise<z.input<Data>>

/** The token's owner on a call that needs none; undefined without a token. Throws the refusal of a bad one. */
type Recognise = () => Promise<Visitor | undefined>

const usualLifeMs = 60_000

/**
 * Serves a call that needs no login. A GET's answer is kept in the data cache for `keepForMs` (one minute when left
 * out, 0: never), so it must follow from the input alone, not from the request; `keeping`: who else may keep it.
 */
export function serve<Input extends z.ZodObject, Data extends z.ZodType>(
  endpoint: Endpoint<Input, Data>,
  handler: Handler<Input, Data, { recognise: Recognise }>,
  {
    keepForMs = endpoint.method === 'GET' ? usualLifeMs : 0,
    keeping = endpoint.method === 'GET' ? 'revalidate' : 'never',
  }: { keepForMs?: number; keeping?: Keeping } = {},
): ServedEndpoint {
  mustSay(endpoint, 'none')
  const readInput = inputReader(endpoint)
  return {
    endpoint,
    isPublic: keepForMs > 0,
    async answer({ request, path, cache, address, visitor }) {
      const recognise: Recognise = async () => (request.headers.has('token') ? visitor() : undefined)
      const input = await readInput(request, path)
      const compute = async () =>
        successText(endpoint.data.parse(await handler({ input, request, address, recognise })))
      if (cache === undefined || keepForMs === 0) return jsonResponse(await compute(), keeping)
      const { text, older } = await cache.fetch(`${endpoint.path}${canonical(input)}`, compute, keepForMs)
      return jsonResponse(text, keeping, older ? olderData : {})
    },
  }
}

/** Serves a call that needs a login; its answers are never kept anywhere. */
export function servePersonal<Input extends z.ZodObject, Data extends z.ZodType>(
  endpoint: Endpoint<Input, Data>,
  handler: Handler<Input, Data, { visitor: Visitor }>,
): ServedEndpoint {
  mustSay(endpoint, 'required')
  const readInput = inputReader(endpoint)
  return {
    endpoint,
    isPublic: false,
    async answer({ request, path, address, visitor: recognise }) {
      const visitor = await recognise()
      const input = await readInput(request, path)
      return jsonResponse(
        successText(endpoint.data.parse(await handler({ input, request, address, visitor }))),
        'never',
      )
    },
  }
}

/** One text for inputs that mean the same: the schema's order of names, lists of words sorted. */
function canonical(input: object): string {
  return JSON.stringify(input, (_, value: unknown) =>
    Array.isArray(value) ? value.map(String).toSorted(byText) : value,
  )
}

function byText(one: string, other: string): number {
  return one < other ? -1 : 1
}

function mustSay(endpoint: Endpoint, login: Endpoint['login']): void {
  if (endpoint.login !== login) throw new Error(`${endpoint.path}: the contract says login ${endpoint.login}`)
}
