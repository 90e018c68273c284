import type { Endpoint } from '#server/contract/endpoint.ts'

type Conventions = {
  cityCode: string | undefined
  token: string | undefined
  /** Address of the page that calls. */
  referrer: string
  /** The visitor's user agent, which names the device of a session. */
  userAgent: string | null
  /** The random id of the visitor's browser, to which codes are bound. */
  browser: string | undefined
  signal: AbortSignal
}

/** Placeholder origin of in-process calls; with a remote API only path and query are used. */
const origin = 'http://api.internal'

/** Builds the Request of an endpoint call: path parameters, query or JSON body, and the headers of section 7. */
export function requestFor(endpoint: Endpoint, input: object, conventions: Conventions): Request {
  const fields = new Map<string, unknown>(Object.entries({ city_code: conventions.cityCode, ...input }))
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_match, name: string) => {
    const value = fields.get(name)
    fields.delete(name)
    return encodeURIComponent(String(value))
  })
  const headers = new Headers({ accept: 'application/json', 'REQUEST-REFERRER': conventions.referrer })
  if (conventions.token !== undefined) headers.set('token', conventions.token)
  if (conventions.userAgent !== null) headers.set('user-agent', conventions.userAgent)
  if (conventions.browser !== undefined) headers.set('browser', conventions.browser)
  const url = new URL(path, origin)
  if (endpoint.method === 'GET') {
    for (const [name, value] of fields) {
      for (const item of [value].flat()) if (isPlain(item)) url.searchParams.append(name, String(item))
    }
    return new Request(url, { headers, signal: conventions.signal })
  }
  headers.set('content-type', 'application/json')
  const body = JSON.stringify(Object.fromEntries(fields))
  return new Request(url, { method: 'POST', headers, body, signal: conventions.signal })
}

/** Whether a value can stand in a query: absent values and objects are left out. */
function isPlain(value: unknown): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
}
