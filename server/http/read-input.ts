import { z } from 'zod'
import type { Endpoint } from '#server/contract/endpoint.ts'
import { invalidFields } from './api-error.ts'
import { readBody, type BodyLimits } from './read-body.ts'

/** Unvalidated values by field name. */
type Given = Record<string, unknown>

/**
 * Creates the reader of one endpoint's input: path parameters over query (GET) or body (POST). Of repeated parameters
 * the first counts, unless the field accepts several; empty values count as absent; unknown names are ignored.
 * `ignoresEmpty`: so do null and empty text in JSON, where they are no values of the field and it may be left out.
 * Fields that are files come in a form of `multipart/form-data`.
 */
export function inputReader<Input extends z.ZodObject>(
  endpoint: Pick<Endpoint<Input>, 'method' | 'input'>,
  { ignoresEmpty = false, ...limits }: { ignoresEmpty?: boolean } & Omit<BodyLimits, 'mayHoldFiles'> = {},
) {
  const names = Object.keys(endpoint.input.shape)
  const several = new Set(names.filter((name) => acceptsSeveral(endpoint.input.shape[name])))
  const mayHoldFiles = names.some((name) => acceptsFile(endpoint.input.shape[name]))

  const fromParameters = (parameters: URLSearchParams | FormData): Given => {
    const given: Given = {}
    for (const name of names) {
      const values = parameters.getAll(name)
      const [first] = values
      if (first === undefined) continue
      const isList = values.length > 1 || typeof first !== 'string'
      if (isList && several.has(name)) given[name] = values
      else if (first !== '') given[name] = first
    }
    return given
  }

  const fromBody = async (request: Request): Promise<Given> => {
    const body = await readBody(request, { ...limits, mayHoldFiles })
    if (!('json' in body)) return fromParameters(body.form)
    return ignoresEmpty ? withoutEmpty(endpoint.input, body.json) : body.json
  }

  /** Resolves with the parsed input, or throws the refusal that names the fields. */
  return async (request: Request, path: Readonly<Record<string, string>>): Promise<z.output<Input>> => {
    const given =
      endpoint.method === 'GET' ? fromParameters(new URL(request.url).searchParams) : await fromBody(request)
    const parsed = endpoint.input.safeParse({ ...given, ...path }, { error: messageOf })
    if (!parsed.success) throw invalidFields(messagesByField(parsed.error.issues))
    const unstorable = Object.entries(parsed.data).filter(([, value]) => containsNul(value))
    if (unstorable.length > 0) {
      throw invalidFields(Object.fromEntries(unstorable.map(([name]) => [name, '含有不能使用的字符'])))
    }
    return parsed.data
  }
}

/** JSON values without null and empty text in fields that may be left out and do not accept them. */
export function withoutEmpty(schema: z.ZodObject, json: Given): Given {
  return Object.fromEntries(
    Object.entries(json).filter(([name, value]) => {
      const field = value === null || value === '' ? schema.shape[name] : undefined
      if (field === undefined) return true
      return z.safeParse(field, value).success || !z.safeParse(field, undefined).success
    }),
  )
}

/** Messages of issues for which the contract has none. */
export const messageOf: z.core.$ZodErrorMap = (issue) =>
  issue.input === undefined ? '缺少此项' : '格式不正确'

/** The first message of each field. */
export function messagesByField(issues: readonly z.core.$ZodIssue[]): Record<string, string> {
  const messages = new Map<string, string>()
  for (const { path, message } of issues) {
    // An invalid member of a list is reported for the parameter; a member of an object keeps its path.
    const name = (typeof path.at(-1) === 'number' ? path.slice(0, -1) : path).map(String).join('.')
    if (!messages.has(name)) messages.set(name, message)
  }
  return Object.fromEntries(messages)
}

function acceptsSeveral(field: z.core.$ZodType | undefined): boolean {
  if (field === undefined) return false
  const schema = z.toJSONSchema(field, { io: 'input', unrepresentable: 'any' })
  return [schema, ...(schema.anyOf ?? [])].some(({ type }) => type === 'array')
}

function acceptsFile(field: z.core.$ZodType | undefined): boolean {
  return field instanceof z.ZodFile || (field instanceof z.ZodArray && field.element instanceof z.ZodFile)
}

/** Whether a value contains U+0000, which PostgreSQL cannot store in text. */
function containsNul(value: unknown): boolean {
  return Array.isArray(value) ? value.some(containsNul) : typeof value === 'string' && value.includes('\0')
}
