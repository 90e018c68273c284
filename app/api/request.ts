import type { Endpoint } from '#server/contract/endpoint.ts'

/** What a call carries beside its input. */
export type Conventions = {
  /** Region code that is added to the input. */
  cityCode?: string | undefined
  /** Headers by name; those without a value are left out. */
  headers: Readonly<Record<string, string | null | undefined>>
}

/** Placeholder origin of in-process calls; with a remote API only path and query are used. */
const origin = 'http://api.internal'

/** Builds the Request of an endpoint call: path parameters, query, JSON or, with files, form body, and headers. */
export function requestFor(
  endpoint: Endpoint,
  input: object,
  { cityCode, headers: given, signal }: Conventions & { signal: AbortSignal },
): Request {
  const fields = new Map<string, unknown>(Object.entries({ city_code: cityCode, ...input }))
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_match, name: string) => {
    const value = fields.get(name)
    fields.delete(name)
    return encodeURIComponent(String(value))
  })
  const headers = new Headers({ accept: 'application/json' })
  for (const [name, value] of Object.entries(given)) {
    if (value !== undefined && value !== null) headers.set(name, value)
  }
  const url = new URL(path, origin)
  if (endpoint.method === 'GET') {
    for (const [name, value] of fields) {
      for (const item of [value].flat()) if (isPlain(item)) url.searchParams.append(name, String(item))
    }
    return new Request(url, { headers, signal })
  }
  const values = [...fields].flatMap(([name, value]) => [value].flat().map((item) => ({ name, item })))
  if (values.some(({ item }) => item instanceof Blob)) {
    const form = new FormData()
    for (const { name, item } of values) {
      if (item instanceof Blob) form.append(name, item)
      else if (isPlain(item)) form.append(name, String(item))
    }
    return new Request(url, { method: 'POST', headers, body: form, signal })
  }
  headers.set('content-type', 'application/json')
  const body = JSON.stringify(Object.fromEntries(fields))
  return new Request(url, { method: 'POST', headers, body, signal })
}

/** Whether a value can stand in a query or a form: absent values and objects are left out. */
function isPlain(value: unknown): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
}
