import { z } from 'zod'

/** One call of the API: where it is, what it takes, what `data` of its answer holds. */
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
}

type Definition<Input extends z.ZodObject, Data extends z.ZodType> = Omit<
  Endpoint<Input, Data>,
  'login' | 'device'
> &
  Partial<Pick<Endpoint, 'login' | 'device'>>

/** Declares one call of the API; the server's handler, the typed client and the OpenAPI document are made from it. */
export function endpoint<Input extends z.ZodObject, Data extends z.ZodType>(
  definition: Definition<Input, Data>,
): Endpoint<Input, Data> {
  return { login: 'none', device: 'none', ...definition }
}

/** What a handler receives: parsed, defaults filled in. */
export type ParsedInputOf<E extends Endpoint> = z.output<E['input']>
/** What a caller finds in `data`. */
export type DataOf<E extends Endpoint> = z.output<E['data']>

/** The envelope around every answer of the API. */
export const envelope = z.object({ code: z.int(), message: z.string(), data: z.unknown() })
