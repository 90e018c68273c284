import type { z } from 'zod'
import type { Endpoint } from '#server/contract/endpoint.ts'
import type { DataCache } from '#server/services/data-cache.ts'
import { inputReader } from './read-input.ts'
import type { Visitor } from './accounts/read-visitor.ts'
import { jsonResponse, staleHeaders, successText, type CachePolicy } from './respond.ts'

/** The request as an endpoint's handler gets it. */
export type Asked = {
  request: Request
  /** Path parameters by name, decoded. */
  path: Readonly<Record<string, string>>
  /** Authenticates the visitor; throws the refusal without a valid token. */
  visitor: () => Promise<Visitor>
  /** The client's address as the edge determined it; absent in tests and on stock Remix hosts. */
  address: string | undefined
  cache: DataCache | undefined
}

/**
 * An endpoint with its handler. `isPublic`: the answer depends on the input alone and is cached, so that a replica may
 * answer.
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

/**
 * Authenticates the visitor where no login is required; undefined without a token. Throws the refusal of an invalid
 * one.
 */
type RecogniseVisitor = () => Promise<Visitor | undefined>

const usualLifeMs = 60_000

/**
 * Serves an endpoint without login. A GET's answer is cached for `cacheMs` (one minute when left out, 0: not cached),
 * so it must depend on the input alone; never one near coordinates, which are those of one home. `cachePolicy`: what the browser may do.
 */
export function serve<Input extends z.ZodObject, Data extends z.ZodType>(
  endpoint: Endpoint<Input, Data>,
  handler: Handler<Input, Data, { recognise: RecogniseVisitor }>,
  {
    cacheMs = endpoint.method === 'GET' ? usualLifeMs : 0,
    cachePolicy = endpoint.method === 'GET' ? 'revalidate' : 'never',
  }: { cacheMs?: number; cachePolicy?: CachePolicy } = {},
): ServedEndpoint {
  mustSay(endpoint, 'none')
  const readInput = inputReader(endpoint, { ignoresEmpty: true })
  return {
    endpoint,
    isPublic: cacheMs > 0,
    async answer({ request, path, cache, address, visitor }) {
      const recognise: RecogniseVisitor = async () => (request.headers.has('token') ? visitor() : undefined)
      const input = await readInput(request, path)
      const compute = async () =>
        successText(endpoint.data.parse(await handler({ input, request, address, recognise })))
      if (cache === undefined || cacheMs === 0 || namesHome(input))
        return jsonResponse(await compute(), cachePolicy)
      const { text, isStale } = await cache.fetch(`${endpoint.path}${canonical(input)}`, compute, cacheMs)
      return jsonResponse(text, cachePolicy, isStale ? staleHeaders : {})
    },
  }
}

/** Whether an input is about the surroundings of a home: no place of a name, but coordinates. */
function namesHome(input: object): boolean {
  return 'near' in input && typeof input.near === 'string' && input.near.includes(',')
}

/** Serves an endpoint that requires a login; its answers are not cached. */
export function servePersonal<Input extends z.ZodObject, Data extends z.ZodType>(
  endpoint: Endpoint<Input, Data>,
  handler: Handler<Input, Data, { visitor: Visitor }>,
): ServedEndpoint {
  mustSay(endpoint, 'required')
  const readInput = inputReader(endpoint, { ignoresEmpty: true })
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

/** Cache key of an input: equal for inputs of the same meaning, with names in the schema's order and lists sorted. */
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
