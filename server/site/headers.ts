import { requestIdHeader } from '../logging/request-id.ts'

/** Security headers of every answer; documents add their content security policy. */
export const securityHeaders: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(self), geolocation=(self), microphone=(), payment=(), usb=()',
}

/** Has browsers use HTTPS alone; of a site behind HTTPS, since over plain HTTP it means nothing. */
export const transportSecurity = ['strict-transport-security', 'max-age=31536000; includeSubDomains'] as const

/** Content types that no browser executes. */
const inert = /^(?:application\/json|image\/|text\/(?:plain|x-))/

/** Adds the security headers, the request id, and Retry-After to a 503. */
export function withOwnHeaders(
  response: Response,
  { id, isBehindHttps }: { id: string | undefined; isBehindHttps: boolean },
): Response {
  const headers = new Headers(response.headers)
  if (isBehindHttps) headers.set(...transportSecurity)
  if (id !== undefined) headers.set(requestIdHeader, id)
  for (const [name, value] of Object.entries(securityHeaders)) {
    // Pages about one visitor have a stricter referrer policy.
    if (name !== 'referrer-policy' || !headers.has(name)) headers.set(name, value)
  }
  const { status, statusText } = response
  // Answers that are no documents load nothing and are not framed. Scripts get no policy: a worker would inherit it.
  if (inert.test(headers.get('content-type') ?? '') && !headers.has('content-security-policy')) {
    headers.set('content-security-policy', "default-src 'none'; frame-ancestors 'none'")
  }
  if (status === 503 && !headers.has('retry-after')) headers.set('retry-after', '5')
  return new Response(response.body, { status, statusText, headers })
}
