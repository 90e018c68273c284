import type { Caller } from '#app/load-context.ts'

/** The origin of absolute addresses: the configured one, else that of the request. */
export function originOf({ context, request }: Caller): string {
  return context.publicOrigin ?? new URL(request.url).origin
}
