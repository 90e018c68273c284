import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { runtimeOf } from '#app/standalone-fallback.server.ts'

/** Serves the API under stock Remix hosts; our own process answers /api before Remix. */
export async function loader({ context, request }: LoaderFunctionArgs): Promise<Response> {
  return (await runtimeOf(context)).fetchApi(request)
}

export async function action({ context, request }: ActionFunctionArgs): Promise<Response> {
  return (await runtimeOf(context)).fetchApi(request)
}
