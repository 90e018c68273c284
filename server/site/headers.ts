import { requestIdHeader } from '../logging/request-id.ts'

/** Headers of every answer of the site (trust: S3); documents add their content security policy. */
export const securityHeaders: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'permissions-policy': 'camera=(self), geolocation=(self), microphone=(), payment=(), usb=()',
}

/** What no engine runs; the data of pages is a text of its own kind. */
const inert = /^(?:application\/json|image\/|text\/(?:plain|x-))/

/** Adds what every answer carries, the id of its request among it, and to a 503 when to ask again. */
export function withOwnHeaders(response: Response, id: string | undefined): Response {
  const headers = new Headers(response.headers)
  if (id !== undefined) headers.set(requestIdHeader, id)
  for (const [name, value] of Object.entries(securityHeaders)) {
    // Pages about one visitor tell other sites less of their address than the rest.
    if (name !== 'referrer-policy' || !headers.has(name)) headers.set(name, value)
  }
  const { status, statusText } = response
  // What is no document loads nothing and stands in no frame; scripts are left out, a worker's policy is its own.
  if (inert.test(headers.get('content-type') ?? '') && !headers.has('content-security-policy')) {
    headers.set('content-security-policy', "default-src 'none'; frame-ancestors 'none'")
  }
  if (status === 503 && !headers.has('retry-after')) headers.set('retry-after', '5')
  return new Response(response.body, { status, statusText, headers })
}
