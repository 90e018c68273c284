import { z } from 'zod'
import type { Code } from './codes.ts'

/** An endpoint of the API: method, path, input schema, and the schema of `data` in its response. */
export type Endpoint<Input extends z.ZodObject = z.ZodObject, Data extends z.ZodType = z.ZodType> = {
  method: 'GET' | 'POST'
  /** Path with `{name}` for path parameters, which are fields of the input too. */
  path: `/api/${string}`
  summary: string
  input: Input
  data: Data
  /** `required`: answers 1100 to 1103, 1006 or 1300 without a working token. */
  login: 'none' | 'required'
  /** `required`: answers 1100, 1101 or 1103 without the token of a paired device in the header `device`. */
  device: 'none' | 'optional' | 'required'
  /** Whether a token in the header `token` is read where no login is needed: one that does not work is refused. */
  recognises?: boolean
  /** Headers that it reads beside those of tokens. */
  headers?: readonly ('Idempotency-Key' | 'vid')[]
  /** Codes that refuse it, beside those of every call. */
  refusals?: readonly Code[]
}

type Definition<Input extends z.ZodObject, Data extends z.ZodType> = Omit<
  Endpoint<Input, Data>,
  'login' | 'device'
> &
  Partial<Pick<Endpoint, 'login' | 'device'>>

/** Declares an endpoint; the server's handler, the typed client and the OpenAPI document are made from it. */
export function endpoint<Input extends z.ZodObject, Data extends z.ZodType>(
  definition: Definition<Input, Data>,
): Endpoint<Input, Data> {
  return { login: 'none', device: 'none', ...definition }
}

/** The input that a handler receives: parsed, with defaults. */
export type ParsedInputOf<E extends Endpoint> = z.output<E['input']>
/** The parsed `data` of a response. */
export type DataOf<E extends Endpoint> = z.output<E['data']>

/** The envelope around every answer of the API. */
export const envelope = z.object({ code: z.int(), message: z.string(), data: z.unknown() })
