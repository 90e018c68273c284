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

/**
 * Built style sheets as one text, each once, in the order of their addresses. The page carries it inside the document, so
 * that the first paint needs one answer only.
 */
export async function documentStyle(hrefs: readonly string[]): Promise<string> {
  // The development server names no sheets: there a document carries those of all pages.
  if (import.meta.env.DEV) return (await import('./development-style.server.ts')).developmentStyle
  return (await Promise.all([...new Set(hrefs)].map(sheet))).join('')
}
