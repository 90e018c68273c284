import { readFileSync } from 'node:fs'
import { isLite } from '#app/visitor/browser-support.ts'

let entry: string | undefined

/** Address of the check-in pages' own script, as the build named it; undefined for browsers that run none. */
export function kioskEntry(request: Request): string | undefined {
  if (isLite(request)) return undefined
  // The development server makes scripts from their sources.
  if (import.meta.env.DEV) return '/app/kiosk/main.ts'
  entry ??= readEntry()
  return entry === '' ? undefined : entry
}

/** Read once; a host without the kiosk's build shows the plain pages. */
function readEntry(): string {
  try {
    const facts: { entry: string } = JSON.parse(readFileSync(new URL('kiosk.json', import.meta.url), 'utf8'))
    return facts.entry
  } catch {
    return ''
  }
}
