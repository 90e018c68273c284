import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { runtimeOf } from '#app/api/standalone-fallback.server.ts'

/** The API under hosts that put nothing before Remix; our own process answers /api before it comes here. */
export async function loader({ context, request }: LoaderFunctionArgs): Promise<Response> {
  return (await runtimeOf(context)).fetchApi(request)
}

export async function action({ context, request }: ActionFunctionArgs): Promise<Response> {
  return (await runtimeOf(context)).fetchApi(request)
}
