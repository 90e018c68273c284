import type { LoaderFunctionArgs } from '@remix-run/node'
import { runtimeOf } from '#app/api/standalone-fallback.server.ts'

/** Generated pictures under hosts that put nothing before Remix; our own process answers them before. */
export async function loader({ context, request }: LoaderFunctionArgs): Promise<Response> {
  return (await runtimeOf(context)).fetchApi(request)
}
