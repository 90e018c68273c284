import type { AppLoadContext } from '#app/load-context.ts'

/** The origin of absolute addresses: the configured one, on a trial the one that the visitor asked for. */
export function originOf({ context, request }: { context: AppLoadContext; request: Request }): string {
  return context.publicOrigin ?? new URL(request.url).origin
}
