import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { openHydrated, turnsTaken, watchRequests } from '#tests/support/browser/hydrated.ts'
import { eachOnAPhone } from '#tests/support/browser/each-on-a-phone.ts'
import { siteUrl } from '#tests/support/site/site-url.ts'

/** A document carries its own styles only; those of other pages come with the navigation that needs them. */

let page: Page
eachOnAPhone((opened) => ({ page } = opened))

/** How the shown page looks, in each frame from now on; one entry for each look. */
async function watchLooks(): Promise<void> {
  await page.evaluate(() => {
    const looks: string[] = []
    Object.assign(window, { looks })
    const look = () => {
      const parts = [...document.querySelectorAll('h1, main > *, main section, main h2, main a, main dl')]
      const styles = parts.slice(0, 40).map((part) => {
        const { display, fontSize, padding, backgroundColor, color } = getComputedStyle(part)
        return [part.tagName, display, fontSize, padding, backgroundColor, color].join(' ')
      })
      const name = document.querySelector('h1')?.textContent ?? ''
      const text = `${name} ${styles.join('; ')}`
      if (looks.at(-1) !== text) looks.push(text)
      requestAnimationFrame(look)
    }
    look()
  })
}

/** Looks of the pages with this heading, the last one included. */
async function looksOf(name: string): Promise<string[]> {
  const all = await page.evaluate(() => ('looks' in window ? window.looks : []))
  return Array.isArray(all) ? all.map(String).filter((look) => look.startsWith(name)) : []
}

test('a navigation never shows a page without its styles, forwards and back, on a slow line', async () => {
  const sheets = { asked: 0, there: 0 }
  await page.route('**/*.css', async (route) => {
    sheets.asked += 1
    await new Promise((resolve) => setTimeout(resolve, 300))
    await route.continue()
  })
  page.on('requestfinished', (request) => {
    if (new URL(request.url()).pathname.endsWith('.css')) sheets.there += 1
  })
  const drawn = async () => {
    await expect.poll(() => sheets.asked - sheets.there).toBe(0)
    await turnsTaken(page)
  }
  await openHydrated(page, '/schoollist/shenzhen/')
  await watchLooks()
  const link = page.locator('main h2 a[href^="/school/"], main h3 a[href^="/school/"]').first()
  const school = await link.innerText()
  const list = await page.locator('h1').innerText()
  const requests = watchRequests(page)
  // A pointer would stay where it pressed, and hover over whatever the next page has there.
  await link.dispatchEvent('click')
  await page.getByRole('heading', { level: 1, name: school }).waitFor()
  await drawn()
  expect(new Set(await looksOf(school)).size).toBe(1)
  await page.goBack()
  await page.getByRole('heading', { level: 1, name: list }).waitFor()
  await drawn()
  expect(new Set(await looksOf(list.slice(0, 4))).size).toBe(1)
  await page.goForward()
  await page.getByRole('heading', { level: 1, name: school }).waitFor()
  await drawn()
  expect(new Set(await looksOf(school)).size).toBe(1)
  expect(requests.documents).toEqual([])
})

test('a redirect before the styles have loaded is no error', async () => {
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  page.on('request', (request) => {
    if (request.url().endsWith('/api/client-errors')) errors.push(request.postData() ?? '')
  })
  let lead = () => {}
  const leads = new Promise<void>((resolve) => (lead = resolve))
  const list = '/schoollist/shenzhen/'
  // The load event waits for the sheet for paper, which the document itself names.
  const html = await (await fetch(siteUrl() + list)).text()
  const paper = /media="print" href="([^"]+)"/.exec(html)?.[1]
  expect(paper).toMatch(/\.css$/)
  const isAwaited = ({ pathname }: URL) => pathname.endsWith('.css') && pathname !== paper
  await page.route(isAwaited, (route) => leads.then(() => route.continue()))
  await openHydrated(page, list)
  await page.locator('summary', { hasText: '筛选' }).click()
  const form = page.getByRole('form', { name: '筛选学校' })
  await form.getByRole('checkbox').first().check()
  // Its empty fields make the server name another address.
  const answered = page.waitForResponse('**/schoollist/shenzhen.data?*fee_min=&*')
  await form.locator('[type="submit"]').click()
  await (await answered).finished()
  await turnsTaken(page)
  lead()
  await page.waitForURL(/\/\?\w+=\w+$/)
  expect(errors).toEqual([])
})
