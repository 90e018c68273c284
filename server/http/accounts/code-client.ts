import type { CodeClient } from '#server/services/accounts/code-client.ts'

/**
 * The client of a code: the header `browser`, a random id of 16 to 64 characters that a browser keeps in a cookie, and
 * the IP address. A client without the header is identified by its network alone.
 */
export function codeClientOf({
  request,
  address,
}: {
  request: Request
  address: string | undefined
}): CodeClient {
  const given = request.headers.get('browser') ?? ''
  return { browser: /^[\w-]{16,64}$/.test(given) ? given : undefined, address }
}
