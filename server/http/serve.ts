import type { z } from 'zod'
import type { Endpoint } from '#server/contract/endpoint.ts'
import type { DataCache } from '#server/services/data-cache.ts'
import { inputReader } from './read-input.ts'
import { isClientGone } from './read-turns.ts'
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
  /** Runs the computation of a public read in its client's turn. */
  inTurn: <Result>(compute: () => Promise<Result>) => Promise<Result>
}

/**
 * An endpoint with its handler. `isPublic`: the answer depends on the input alone, so that a replica may answer, and is
 * computed in the client's turn.
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
 * so it must depend on the input alone; never one near coordinates, which are those of one home. `isPublic`: whether it does so
 * (when left out: where it is cached). `cachePolicy`: what the browser may do.
 */
export function serve<Input extends z.ZodObject, Data extends z.ZodType>(
  endpoint: Endpoint<Input, Data>,
  handler: Handler<Input, Data, { recognise: RecogniseVisitor }>,
  {
    cacheMs = endpoint.method === 'GET' ? usualLifeMs : 0,
    cachePolicy = endpoint.method === 'GET' ? 'revalidate' : 'never',
    isPublic = cacheMs > 0,
  }: { cacheMs?: number; cachePolicy?: CachePolicy; isPublic?: boolean } = {},
): ServedEndpoint {
  mustSay(endpoint, 'none')
  const readInput = inputReader(endpoint, { ignoresEmpty: true })
  return {
    endpoint,
    isPublic,
    async answer({ request, path, cache, address, visitor, inTurn }) {
      const recognise: RecogniseVisitor = async () => (request.headers.has('token') ? visitor() : undefined)
      const input = await readInput(request, path)
      const handle = async () =>
        successText(endpoint.data.parse(await handler({ input, request, address, recognise })))
      const compute = isPublic ? () => inTurn(handle) : handle
      if (cache === undefined || cacheMs === 0 || namesHome(input))
        return jsonResponse(await compute(), cachePolicy)
      const key = `${endpoint.path}${canonical(input)}`
      const { text, isStale } = await forPresent(request, () => cache.fetch(key, compute, cacheMs))
      return jsonResponse(text, cachePolicy, isStale ? staleHeaders : {})
    },
  }
}

/** Fetches again what was dropped with the client that had asked for it first. */
async function forPresent<Result>(
  { signal }: Pick<Request, 'signal'>,
  fetch: () => Promise<Result>,
): Promise<Result> {
  try {
    return await fetch()
  } catch (error) {
    if (!isClientGone(error) || signal.aborted) throw error
    return forPresent({ signal }, fetch)
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
