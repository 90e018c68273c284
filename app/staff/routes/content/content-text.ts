import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { contentKindPath } from '../../content-paths.ts'
import { kindIn } from './kind-in.server.ts'
import { previewText } from './text-preview.server.ts'

/** `/staff/content/{kind}/text/`: draws a text while one types; it is no page. */
export function action(args: ActionFunctionArgs) {
  return previewText(args)
}

/** After a login in between, the list. */
export function loader({ params }: LoaderFunctionArgs) {
  throw redirect(contentKindPath(kindIn(params)))
}
