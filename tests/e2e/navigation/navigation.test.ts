import type { BrowserContext, Locator, Page } from 'playwright'
import { expect, onTestFinished, test } from 'vitest'
import { openHydrated, turnsTaken, waitForScripts, watchRequests } from '#tests/support/browser/hydrated.ts'
import { firstSchoolId, siteUrl } from '#tests/support/site/site-url.ts'
import { createGate, startSlowSite } from '#tests/support/site/slow-site.ts'
import { eachOnAPhone } from '#tests/support/browser/each-on-a-phone.ts'

let context: BrowserContext
let page: Page
eachOnAPhone((opened) => ({ context, page } = opened))

const list = '/schoollist/shenzhen/'
const cards = () => page.locator('main h2 a[href^="/school/"], main h3 a[href^="/school/"]')
const scrolled = () => page.evaluate(() => window.scrollY)

/** Stops the clock of a page that is open: what it set for later is due when the test says so. */
async function stopClock(): Promise<void> {
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
}

/** Lets a hand rest for as long as asks for a page ahead, and what that sets off have its turn. */
async function rest(): Promise<void> {
  await page.clock.runFor(60)
  await turnsTaken(page)
}

test('a link navigates in the document: one request for data, styles, scroll to the top, focus and announcement', async () => {
  await openHydrated(page, list)
  await page.evaluate(() => window.scrollTo(0, 900))
  const requests = watchRequests(page)
  const link = cards().nth(3)
  const name = await link.innerText()
  await link.click()
  await page.getByRole('heading', { level: 1, name }).waitFor()
  expect(requests.documents).toEqual([])
  // The pointer now rests on another link, whose page may be asked for ahead.
  expect(requests.purposes.filter((purpose) => purpose === '')).toHaveLength(1)
  expect(requests.data.join()).not.toContain('root')
  await expect.poll(() => page.locator('[data-announcer]').innerText()).toBe(await page.title())
  expect(await page.title()).toContain(name)
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('H1')
  expect(await scrolled()).toBe(0)
})

test('Back and Forward restore the scroll positions', async () => {
  await openHydrated(page, list)
  await page.evaluate(() => window.scrollTo(0, 900))
  const link = cards().nth(7)
  const name = await link.innerText()
  await link.click()
  await page.getByRole('heading', { level: 1, name }).waitFor()
  await page.evaluate(() => window.scrollTo(0, 300))
  await page.goBack()
  await expect.poll(scrolled).toBe(900)
  expect(await page.locator('h1').innerText()).toContain('19 所')
  await page.goForward()
  await page.getByRole('heading', { level: 1, name }).waitFor()
  await expect.poll(scrolled).toBe(300)
})

test("another city's page stores the city and shows it in the header; its prefetch does not", async () => {
  await openHydrated(page, '/city/')
  await stopClock()
  const requests = watchRequests(page)
  // A page of the stored city is asked for ahead, which brings the files of both.
  await page.getByRole('link', { name: /^深圳/ }).first().hover()
  await rest()
  await expect.poll(() => requests.data.length).toBe(1)
  const beijing = page.getByRole('link', { name: /^北京/ }).first()
  await beijing.hover()
  await rest()
  expect(requests.data).toHaveLength(1)
  expect(await context.cookies()).toEqual([])
  await page.clock.resume()
  await beijing.click()
  await page.waitForURL('**/beijing/')
  await expect.poll(() => page.locator('header').innerText()).toContain('北京')
  const position = (await context.cookies()).find(({ name }) => name === 'position')
  expect(decodeURIComponent(position?.value ?? '')).toContain('1101')
  expect(requests.documents).toEqual([])
  await page.goto(`${siteUrl()}/toplist/`)
  expect(new URL(page.url()).pathname).toBe('/toplist/beijing/')
})

/** Answers to questions for data from now on: where they were, and whether the browser had them already. */
async function watchDataAnswers(target: Page): Promise<{ url: string; isCached: boolean }[]> {
  const answers: { url: string; isCached: boolean }[] = []
  const devices = await context.newCDPSession(target)
  await devices.send('Network.enable')
  devices.on('Network.responseReceived', ({ response: { url, fromDiskCache, fromPrefetchCache } }) => {
    if (new URL(url).pathname.endsWith('.data'))
      answers.push({ url, isCached: fromDiskCache === true || fromPrefetchCache === true })
  })
  return answers
}

test('hovering for 50 ms prefetches the page once, and the click uses the prefetched data', async () => {
  await openHydrated(page, list)
  const requests = watchRequests(page)
  const answers = await watchDataAnswers(page)
  await cards().nth(2).hover()
  await expect.poll(() => requests.data.length).toBe(1)
  expect(requests.purposes).toEqual(['prefetch'])
  expect(page.url()).toBe(siteUrl() + list)
  const name = await cards().nth(2).innerText()
  const href = (await cards().nth(2).getAttribute('href')) ?? ''
  // Only an answer that is there can be used.
  await expect.poll(() => answers.length).toBe(1)
  await cards().nth(2).click()
  await page.getByRole('heading', { level: 1, name }).waitFor()
  // What lies under the resting pointer on the next page may be asked for ahead as well.
  const own = `${siteUrl()}${href.replace(/\/$/, '')}.data`
  const [ahead, ofClick, ...more] = answers.filter(({ url }) => url.startsWith(own))
  expect(ahead?.isCached).toBe(false)
  expect(ofClick).toEqual({ url: ahead?.url, isCached: true })
  expect(more).toEqual([])
})

test.each([
  ['4 px taps, and its page is asked for ahead', 4, 1],
  ['6 px scrolls, and asks for nothing', 6, 0],
])('a finger that moves %s', async (_name, distance, asked) => {
  await openHydrated(page, list)
  await stopClock()
  const requests = watchRequests(page)
  const touch = (link: Locator, px: number) =>
    link.evaluate((target, by) => {
      const finger = (clientX: number) => new Touch({ identifier: 1, target, clientX, clientY: 100 })
      const send = (type: string, clientX: number) =>
        target.dispatchEvent(
          new TouchEvent(type, {
            touches: [finger(clientX)],
            changedTouches: [finger(clientX)],
            bubbles: true,
          }),
        )
      send('touchstart', 100)
      send('touchmove', 100 + by)
    }, px)
  // The first page that is asked for ahead brings the files of the others.
  await touch(cards().nth(1), 0)
  await rest()
  await expect.poll(() => requests.data.length).toBe(1)
  await touch(cards().first(), distance)
  await rest()
  await expect.poll(() => requests.data.length).toBe(1 + asked)
})

test.each([
  ['Save-Data', { saveData: true, effectiveType: '4g' }],
  ['the second generation', { saveData: false, effectiveType: '2g' }],
])('nothing is asked for ahead, nor a newer build looked for, on %s', async (_name, connection) => {
  const connect = (value: typeof connection) =>
    Object.defineProperty(navigator, 'connection', { value, configurable: true })
  await page.addInitScript(connect, connection)
  await page.clock.install()
  const requests = watchRequests(page)
  await openHydrated(page, list)
  await page.clock.pauseAt(Date.now() + 60_000)
  await page.clock.runFor(2500)
  await cards().first().hover()
  await rest()
  await cards().nth(1).focus()
  await rest()
  expect(requests.data).toEqual([])
  // The same with all files of those pages there, which a fast line brings.
  await page.evaluate(connect, { saveData: false, effectiveType: '4g' })
  await cards().nth(2).hover()
  await rest()
  await expect.poll(() => requests.data.length).toBe(1)
  await page.evaluate(connect, connection)
  await cards().first().hover()
  await rest()
  expect(requests.data).toHaveLength(1)
  expect(requests.builds).toEqual([])
})

test('modified clicks, downloads, other windows, fragments, calendars and personal pages are left to the browser', async () => {
  await openHydrated(page, list)
  const taken = await page.evaluate(() => {
    const rows: [string, Record<string, string>, MouseEventInit][] = [
      ['/city/', {}, {}],
      ['/city/', {}, { ctrlKey: true }],
      ['/city/', {}, { metaKey: true }],
      ['/city/', {}, { shiftKey: true }],
      ['/city/', {}, { altKey: true }],
      ['/city/', {}, { button: 1 }],
      ['/city/', { target: '_blank' }, {}],
      ['/city/', { download: '' }, {}],
      ['#main', {}, {}],
      ['https://elsewhere.example/', {}, {}],
      ['mailto:someone@example.cn', {}, {}],
      ['/openday/1/calendar.ics', {}, {}],
      ['/lite/', {}, {}],
      ['/logout/', {}, {}],
      ['/api/schools', {}, {}],
      ['/login/', {}, {}],
      ['/personal/', {}, {}],
      ['/mycollect/', {}, {}],
      ['/parents/', {}, {}],
      ['?modal=login', {}, {}],
    ]
    return rows.map(([href, attributes, init]) => {
      const link = document.createElement('a')
      link.href = href
      for (const [name, value] of Object.entries(attributes)) link.setAttribute(name, value)
      document.body.append(link)
      let prevented = false
      const look = (event: Event) => {
        prevented = event.defaultPrevented
        event.preventDefault()
      }
      window.addEventListener('click', look, { once: true })
      link.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ...init }))
      return prevented
    })
  })
  expect(taken).toEqual([true, ...Array.from({ length: 19 }, () => false)])
})

test('a search by the form navigates in the document', async () => {
  await openHydrated(page, '/')
  const requests = watchRequests(page)
  const search = page.getByRole('search').first()
  await search.getByRole('searchbox').fill('国际')
  await search.getByRole('button', { name: '搜索' }).click()
  await page.waitForURL(/\/search\/\?q=%E5%9B%BD%E9%99%85/)
  await expect.poll(() => page.locator('h1').innerText()).toContain('国际')
  const field = page.locator('#page-search')
  await field.fill('双语')
  await field.press('Enter')
  await expect.poll(() => page.locator('h1').innerText()).toContain('双语')
  await page.goBack()
  await expect.poll(() => page.locator('h1').innerText()).toContain('国际')
  expect(await field.inputValue()).toBe('国际')
  expect(requests.documents).toEqual([])
})

test('what was unfolded on a school is folded on the next one', async () => {
  await openHydrated(page, '/school/1/')
  const open = page.locator('main details[open]')
  await page.locator('main details summary:visible').first().click()
  expect(await open.count()).toBeGreaterThan(0)
  const before = await page.locator('h1').innerText()
  await page.locator('section[aria-labelledby="similar"] a[href^="/school/"]').first().click()
  await expect.poll(() => page.locator('h1').innerText()).not.toBe(before)
  expect(await open.count()).toBe(0)
})

test('the progress bar appears after 200 ms and disappears when the page is there', async () => {
  await openHydrated(page, list)
  const answer = createGate()
  await page.route('**/school/*.data*', async (route) => {
    await answer.passed
    await route.continue()
  })
  await stopClock()
  const asked = page.waitForRequest('**/school/*.data*')
  const bar = page.locator('[data-progress]')
  await cards()
    .nth(4)
    .evaluate((link: HTMLElement) => link.click())
  // React hears of it in a task of its own.
  await asked
  await turnsTaken(page)
  await page.clock.runFor(190)
  expect(await bar.count()).toBe(0)
  await page.clock.runFor(20)
  expect(await bar.count()).toBe(1)
  await page.clock.resume()
  answer.open()
  await page.waitForURL(/\/school\/\d+\/$/)
  await expect.poll(() => bar.count()).toBe(0)
})

test('a navigation to an unknown address shows the error page, and Back works', async () => {
  await openHydrated(page, list)
  await page.evaluate(() => {
    const link = document.createElement('a')
    link.href = '/school/99999999/'
    document.body.append(link)
    link.click()
  })
  await page.waitForURL('**/school/99999999/')
  await expect.poll(() => page.locator('main').innerText()).toContain('没有')
  await page.goBack()
  await expect.poll(() => page.locator('h1').innerText()).toContain('19 所')
})

test("a visitor's own page that an engine brings back as it was left is hidden, and asked for anew", async () => {
  const leave = () =>
    page.evaluate(() => {
      window.dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))
      return getComputedStyle(document.documentElement).visibility
    })
  const comeBack = () =>
    page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
  await openHydrated(page, '/login/')
  const requests = watchRequests(page)
  expect(await leave()).toBe('hidden')
  const reloaded = page.waitForEvent('load')
  await comeBack()
  await reloaded
  expect(requests.documents).toEqual([`${siteUrl()}/login/`])
  await openHydrated(page, list)
  const ofList = watchRequests(page)
  expect(await leave()).toBe('visible')
  await comeBack()
  await turnsTaken(page)
  expect(ofList.documents).toEqual([])
})

test('a picture opens at full size; keys turn over, and Escape returns to where it was opened', async () => {
  const about = `/school/${await firstSchoolId()}/aboutus/`
  await openHydrated(page, about)
  const third = page.locator('#photo-3 a')
  await third.scrollIntoViewIfNeeded()
  const place = await scrolled()
  await third.click()
  await page.waitForURL(/\/photos\/3\/$/)
  await page.getByText('3 / ').waitFor()
  await page.keyboard.press('ArrowRight')
  await page.waitForURL(/\/photos\/4\/$/)
  await page.keyboard.press('ArrowLeft')
  await page.waitForURL(/\/photos\/3\/$/)
  await page.keyboard.press('Escape')
  await page.waitForURL((url) => url.pathname === about)
  await expect.poll(scrolled).toBe(place)
})

test('Back restores a scroll position inside deferred parts', async () => {
  const late = /^\/api\/school\/(?:answers|graduates|similar)$/
  let delay = 0
  const slow = await startSlowSite(siteUrl(), (pathname) =>
    late.test(pathname) ? new Promise((resolve) => setTimeout(resolve, delay)) : undefined,
  )
  onTestFinished(() => slow.stop())
  await page.goto(`${slow.url}/school/${await firstSchoolId()}/`)
  await waitForScripts(page)
  const last = page.getByRole('heading', { level: 2, name: '相似学校' })
  await last.waitFor()
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
  const place = await scrolled()
  await page.evaluate(() => document.querySelector<HTMLElement>('nav a[href$="/admissions/"]')?.click())
  await page.waitForURL(/\/admissions\/$/)
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H1')
  delay = 700
  await page.goBack()
  await last.waitFor()
  await expect.poll(scrolled).toBe(place)
})
