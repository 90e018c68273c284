import type { Browser, BrowserContext, Page } from 'playwright'
import { markerHost } from './hostile-texts.ts'

type Given = { documents: [address: string, html: string][]; host: string }

/** What a browser's parser finds in documents that no page of this site has. */
function suspects({ documents, host }: Given): string[] {
  return documents.flatMap(([address, html]) => suspectsIn(html).map((tag) => `${address}: ${tag}`))

  function suspectsIn(html: string): string[] {
    const parsed = new DOMParser().parseFromString(html, 'text/html')
    const found: string[] = []
    for (const element of parsed.querySelectorAll('*')) {
      const tag = element.outerHTML.slice(0, 120)
      // The only frame of the site shows the site's own page, and runs nothing in it.
      const isOwnFrame =
        element.matches('iframe[src^="/staff/"][sandbox]') &&
        !/scripts|forms|top/.test(element.getAttribute('sandbox') ?? 'scripts')
      if (
        !isOwnFrame &&
        ['iframe', 'object', 'embed', 'base', 'frameset', 'math', 'marquee'].includes(element.localName)
      )
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
}

const lookedAtOnce = 40

/** Looks at documents in a browser's parser, and says what is wrong with which. */
export async function lookAt(browser: Browser, documents: ReadonlyMap<string, string>): Promise<string[]> {
  const page = await browser.newPage()
  const all = [...documents]
  const wrong: string[] = []
  for (let from = 0; from < all.length; from += lookedAtOnce) {
    const some = all.slice(from, from + lookedAtOnce)
    wrong.push(...(await page.evaluate(suspects, { documents: some, host: markerHost })))
  }
  await page.close()
  return wrong
}

/** Opens pages in a few tabs and gathers all that ran, was refused by the policy, or asked the marker host. */
export async function openAll(context: BrowserContext, urls: readonly string[]): Promise<string[]> {
  const found: string[] = []
  const next = urls.values()
  const open = async () => {
    const page = await context.newPage()
    watch(page, found)
    for (const url of next) {
      await page.goto(url, { waitUntil: 'load' })
      const hit = await page.evaluate(() => 'hit' in window)
      if (hit) found.push(`runs: ${page.url()}`)
    }
    await page.close()
  }
  await Promise.all(Array.from({ length: 3 }, open))
  return found
}

/** Notes dialogs, requests to the marker host, and what the policy refused. */
function watch(page: Page, found: string[]): void {
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
