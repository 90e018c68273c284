import { readFile } from 'node:fs/promises'

const sheets = new Map<string, Promise<string>>()

/** Text of one built style sheet, read once; a failed read is not cached. */
function sheet(href: string): Promise<string> {
  let text = sheets.get(href)
  if (!text) {
    text = readFile(new URL(`../client${href}`, import.meta.url), 'utf8')
    text.catch(() => sheets.delete(href))
    sheets.set(href, text)
  }
  return text
}

/**
 * Concatenates built style sheets, each once, for the inline style of a document: the first paint needs one response.
 */
export async function documentStyle(hrefs: readonly string[]): Promise<string> {
  // The development server lists no sheets: there a document carries those of all pages.
  if (import.meta.env.DEV) return (await import('./development-style.server.ts')).developmentStyle
  return (await Promise.all([...new Set(hrefs)].map(sheet))).join('')
}
