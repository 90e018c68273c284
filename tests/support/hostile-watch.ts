import type { Browser, BrowserContext, Page } from 'playwright'
import { markerHost } from './hostile-texts.ts'

/** What a browser's parser finds in a document that no page of this site has. */
function suspects({ html, host }: { html: string; host: string }): string[] {
  const parsed = new DOMParser().parseFromString(html, 'text/html')
  const found: string[] = []
  for (const element of parsed.querySelectorAll('*')) {
    const tag = element.outerHTML.slice(0, 120)
    if (['iframe', 'object', 'embed', 'base', 'frameset', 'math', 'marquee'].includes(element.localName))
      found.push(tag)
    // The renderer itself marks places for late parts.
    if (element.localName === 'template' && !/^[BP]:\d+$/.test(element.id)) found.push(tag)
    if (element.localName === 'script') {
      if (/^\s*(?:alert|window\.hit|parent\.hit)/.test(element.textContent)) found.push(tag)
      if (element.getAttribute('type') === 'application/ld+json') {
        try {
          JSON.parse(element.textContent)
        } catch {
          found.push(`no JSON: ${tag}`)
        }
      }
    }
    if (element.matches('meta[http-equiv=refresh]')) found.push(tag)
    for (const { name, value } of element.attributes) {
      const address = value.replaceAll(/[\s\p{Cc}]/gu, '').toLowerCase()
      const points = [
        'href',
        'src',
        'action',
        'formaction',
        'xlink:href',
        'srcset',
        'poster',
        'data',
      ].includes(name)
      if (name.startsWith('on') || name === 'style' || name === 'srcdoc') found.push(tag)
      if (points && /^(?:javascript|data|vbscript):/.test(address)) found.push(tag)
      const leads =
        points && URL.canParse(value, 'https://own.invalid') && new URL(value, 'https://own.invalid')
      if (leads && element.localName !== 'a' && leads.hostname === host) found.push(tag)
    }
  }
  return found
}

/** Looks at documents in a browser's parser, and says what is wrong with which. */
export async function lookAt(browser: Browser, documents: ReadonlyMap<string, string>): Promise<string[]> {
  const page = await browser.newPage()
  const wrong: string[] = []
  for (const [address, html] of documents) {
    for (const found of await page.evaluate(suspects, { html, host: markerHost }))
      wrong.push(`${address}: ${found}`)
  }
  await page.close()
  return wrong
}

/** Opens pages one after another and gathers all that ran, was refused by the policy, or asked the marker host. */
export async function openAll(context: BrowserContext, urls: readonly string[]): Promise<string[]> {
  const page = await context.newPage()
  const found: string[] = []
  watch(page, found)
  for (const url of urls) {
    await page.goto(url, { waitUntil: 'load' })
    const hit = await page.evaluate(() => 'hit' in window)
    if (hit) found.push(`runs: ${page.url()}`)
  }
  await page.close()
  return found
}

/** Notes dialogs, requests to the marker host, and what the policy refused. */
export function watch(page: Page, found: string[]): void {
  page.on('dialog', (dialog) => {
    found.push(`dialog: ${page.url()}`)
    void dialog.dismiss()
  })
  page.on('request', (request) => {
    if (new URL(request.url()).hostname === markerHost) found.push(`asks: ${page.url()} ${request.url()}`)
  })
  page.on('console', (message) => {
    if (/Content Security Policy|Refused to/.test(message.text()))
      found.push(`${page.url()}: ${message.text()}`)
  })
}
