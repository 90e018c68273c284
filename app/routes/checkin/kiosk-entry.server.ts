import { readFileSync } from 'node:fs'
import { isLite } from '#app/visitor/browser-support.ts'

let entry: string | undefined

/** URL of the kiosk's script as the build named it; undefined for browsers without scripts. */
export function kioskEntry(request: Request): string | undefined {
  if (isLite(request)) return undefined
  // The development server compiles scripts from their sources.
  if (import.meta.env.DEV) return '/app/check-ins/kiosk/main.ts'
  entry ??= readEntry()
  return entry === '' ? undefined : entry
}

/** Read once; without the kiosk's build the plain pages are shown. */
function readEntry(): string {
  try {
    const facts: { entry: string } = JSON.parse(readFileSync(new URL('kiosk.json', import.meta.url), 'utf8'))
    return facts.entry
  } catch {
    return ''
  }
}
