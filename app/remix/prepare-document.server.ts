import type { RemixServerProps } from '@remix-run/react'
import { encode } from 'turbo-stream'
import type { DocumentValues } from './document-context.ts'
import { documentStyle } from './document-style.server.ts'
import { hydrationBootstrap } from './hydration-bootstrap.server.ts'

type EntryContext = RemixServerProps['context']

/**
 * What a document is rendered from: the context for `<RemixServer>` and the values for the document around the
 * routes.
 */
export type PreparedDocument = { remix: EntryContext } & Required<Pick<DocumentValues, 'bootstrap'>> &
  Pick<DocumentValues, 'css'>

/**
 * Prepares Remix's context of a page for rendering: inline styles, and a manifest of the matched routes only, since Remix
 * walks all routes for every link. `change` may replace what loaders returned, and says whether it did: then the data is
 * encoded again, since Remix's stream has what was replaced.
 */
export async function prepareDocument(
  remix: EntryContext,
  change: (loaderData: Record<string, unknown>) => Promise<boolean>,
): Promise<PreparedDocument> {
  const { manifest, routeModules, staticHandlerContext: page } = remix
  const isChanged = await change(page.loaderData)
  const ids = page.matches.map(({ route }) => route.id)
  // A modal form is rendered by a lazy chunk: its styles are those of its own page.
  const form = page.loaderData['layouts/default'] == null ? [] : ['routes/order/order', 'routes/login/login']
  const sheets = [...ids, ...form].flatMap((id) => manifest.routes[id]?.css ?? [])
  const css = await documentStyle(sheets)
  const { loaderData, actionData, errors } = page
  const branch = {
    ...remix,
    manifest: { ...manifest, routes: pick(manifest.routes, ids) },
    routeModules: pick(routeModules, ids),
    // Errors stay in Remix's own encoding.
    ...(isChanged && errors === null
      ? { serverHandoffStream: encode({ loaderData, actionData, errors }) }
      : {}),
  }
  return { remix: branch, css, bootstrap: () => hydrationBootstrap(branch) }
}

function pick<Value>(all: Record<string, Value>, names: readonly string[]): Record<string, Value> {
  return Object.fromEntries(Object.entries(all).filter(([name]) => names.includes(name)))
}
