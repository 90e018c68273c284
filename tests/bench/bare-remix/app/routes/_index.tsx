import { Body } from 'virtual:list-page'
import type { LoaderFunctionArgs } from '@remix-run/node'

/** What the reference server puts into the load context: the data that the site's page hands to the browser. */
type Context = LoaderFunctionArgs['context'] & { page?: unknown }

export function loader({ context }: Omit<LoaderFunctionArgs, 'context'> & { context: Context }) {
  return context.page
}

export default Body
