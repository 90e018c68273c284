import { readFile } from 'node:fs/promises'

const sheets = new Map<string, Promise<string>>()

/** Text of one built style sheet, read once; a failure is not kept, so that the next page tries again. */
function sheet(href: string): Promise<string> {
  let text = sheets.get(href)
  if (!text) {
    text = readFile(new URL(`../client${href}`, import.meta.url), 'utf8')
    text.catch(() => sheets.delete(href))
    sheets.set(href, text)
  }
  return text
}

/** What is told of a page by its EntryContext: the routes that match, with their style sheets. */
type StyledPage = {
  manifest: { routes: Readonly<Record<string, { css?: string[] } | undefined>> }
  staticHandlerContext: {
    matches: readonly { route: { id: string } }[]
    loaderData: Readonly<Record<string, unknown>>
  }
}

/**
 * The style sheets of the matched routes as one text, in the order of their routes. The page carries it inside
 * the document, so that the first paint needs one answer only.
 */
export async function documentStyle({
  manifest,
  staticHandlerContext,
}: StyledPage): Promise<string | undefined> {
  if (import.meta.env.DEV) return undefined
  const { matches, loaderData } = staticHandlerContext
  const shown = matches.map((match) => match.route.id)
  // A form over the page is loaded apart from the pages: its styles are those of its own page.
  if (loaderData['layouts/default'] != null) shown.push('routes/order/order', 'routes/login/login')
  const hrefs = new Set(shown.flatMap((id) => manifest.routes[id]?.css ?? []))
  return (await Promise.all([...hrefs].map(sheet))).join('')
}
