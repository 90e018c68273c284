import type { Page } from 'playwright'

/** What went wrong on the pages that a tab opened, each under the name that was last given to `at`. */
export type PageFaults = { at: (name: string) => void; found: string[] }

/**
 * Notes what goes wrong in a tab: violations of a page's policy and other messages of the browser, errors of scripts,
 * missing files, requests to other origins.
 */
export function watchFaults(page: Page, origin: string): PageFaults {
  let name = ''
  const found: string[] = []
  page.on('console', (message) => {
    // The browser itself reports the 404 of a page that is a 404.
    const isOwnStatus = /404 \(Not Found\)/.test(message.text()) && /404|unmatched/.test(name)
    if (['error', 'warning'].includes(message.type()) && !isOwnStatus)
      found.push(`${name}: ${message.text()}`)
  })
  page.on('pageerror', (error) => found.push(`${name}: ${error.message}`))
  page.on('response', (response) => {
    const isDocument = response.request().resourceType() === 'document'
    if (response.status() >= 400 && !isDocument) found.push(`${name}: ${response.status()} ${response.url()}`)
  })
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== origin) found.push(`${name}: asks ${request.url()}`)
  })
  return { at: (next) => void (name = next), found }
}
