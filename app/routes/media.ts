import type { LoaderFunctionArgs } from '@remix-run/node'
import { runtimeOf } from '#app/standalone-fallback.server.ts'

/** Serves generated pictures under stock Remix hosts; our own process answers before Remix. */
export async function loader({ context, request }: LoaderFunctionArgs): Promise<Response> {
  return (await runtimeOf(context)).fetchApi(request)
}
