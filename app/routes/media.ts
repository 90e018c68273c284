import type { LoaderFunctionArgs } from '@remix-run/node'
import { processOf } from '#app/api/gate.server.ts'

/** Generated pictures under hosts that put nothing before Remix; our own process answers them before. */
export async function loader({ context, request }: LoaderFunctionArgs): Promise<Response> {
  return (await processOf(context)).fetchApi(request)
}
