import type { CodeClient } from '#server/services/codes/code-client.ts'

/**
 * Who asks for a code or types one: by the header `browser`, a random id of 16 to 64 signs that a browser keeps in a cookie,
 * and by the address. Clients that send no such header are known by their network alone.
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
