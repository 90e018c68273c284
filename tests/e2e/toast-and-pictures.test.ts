import type { Browser, BrowserContext, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openBrowser } from '#tests/support/browser.ts'
import { openTouched } from '#tests/support/touched-page.ts'

let browser: Browser
let context: BrowserContext

beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())
afterEach(() => context.close())

/** A touched list whose clock stands still from now on. */
async function openStill(): Promise<Page> {
  const opened = await openTouched(browser, '/schoollist/shenzhen/', {
    before: (fresh) => fresh.clock.install(),
  })
  context = opened.context
  const { page } = opened
  await page.clock.pauseAt(Date.now() + 3_600_000)
  return page
}

const toasts = (page: Page) => page.locator('[role=status] .toast')
const press = (page: Page, row: number) =>
  page.locator('[id^="school-"]').nth(row).getByRole('button').nth(1).click()

test('a toast is there at 1,900 ms and gone at 2,000, in the middle, above everything', async () => {
  const page = await openStill()
  await press(page, 0)
  await toasts(page).waitFor()
  const box = await toasts(page).boundingBox()
  expect((box?.y ?? 0) + (box?.height ?? 0) / 2).toBeCloseTo(844 / 2, -1)
  expect((box?.x ?? 0) + (box?.width ?? 0) / 2).toBeCloseTo(390 / 2, -1)
  expect(await page.locator('.toasts').evaluate((region) => getComputedStyle(region).zIndex)).toBe('2000')
  await page.clock.runFor(1900)
  expect(await toasts(page).count()).toBe(1)
  await page.clock.runFor(100)
  expect(await toasts(page).count()).toBe(0)
})

test('one toast at a time: the second takes the place and the time of the first', async () => {
  const page = await openStill()
  await press(page, 0)
  await page.getByText('已加入对比，共 1 所').waitFor()
  await page.clock.runFor(1500)
  await press(page, 1)
  await page.getByText('已加入对比，共 2 所').waitFor()
  expect(await toasts(page).allInnerTexts()).toEqual(['已加入对比，共 2 所'])
  await page.clock.runFor(1900)
  expect(await toasts(page).count()).toBe(1)
  await page.clock.runFor(100)
  expect(await toasts(page).count()).toBe(0)
})

test('a toast stays while a pointer is on it, and then for what was left', async () => {
  const page = await openStill()
  await press(page, 0)
  await toasts(page).waitFor()
  await page.clock.runFor(1500)
  await toasts(page).hover()
  await page.clock.runFor(60_000)
  expect(await toasts(page).count()).toBe(1)
  await page.mouse.move(5, 5)
  await page.clock.runFor(400)
  expect(await toasts(page).count()).toBe(1)
  await page.clock.runFor(100)
  expect(await toasts(page).count()).toBe(0)
})

/** The engine keeps none of these, so that what is remembered is the page's own doing. */
const drawing = {
  contentType: 'image/svg+xml',
  headers: { 'cache-control': 'no-store' },
  body: '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"/>',
}

/** A touched page whose pictures under /favicon.svg?… are answered by the test; `add` puts one on the page. */
async function openWithPictures(answer: (url: string) => boolean) {
  const asked: string[] = []
  const opened = await openTouched(browser, '/city/', { before: (fresh) => fresh.clock.install() })
  context = opened.context
  const { page } = opened
  await page.route('**/favicon.svg?*', (route) => {
    const { search } = new URL(route.request().url())
    asked.push(search)
    return answer(search) ? route.fulfill(drawing) : route.fulfill({ status: 500, body: '' })
  })
  /** Puts lazy pictures at a distance from the top of the screen, in screens. */
  const add = (names: string[], screens: number) =>
    page.evaluate(
      ([all, far]) => {
        const holder = document.createElement('div')
        holder.style.cssText = `position:absolute;left:0;top:${window.innerHeight * far}px`
        for (const name of all) {
          const picture = document.createElement('img')
          picture.loading = 'lazy'
          picture.width = 10
          picture.height = 10
          picture.alt = name
          picture.src = `/favicon.svg?${name}`
          holder.append(picture)
        }
        document.body.append(holder)
      },
      [names, screens] as const,
    )
  const stateOf = (name: string) => page.locator(`img[alt="${name}"]`).last().getAttribute('data-state')
  const loadingOf = (name: string) => page.locator(`img[alt="${name}"]`).last().getAttribute('loading')
  return { page, asked, add, stateOf, loadingOf }
}

test('a picture that always fails makes exactly four requests, and then says error', async () => {
  const { page, asked, add, stateOf } = await openWithPictures(() => false)
  await add(['broken'], 0.2)
  await expect.poll(() => asked.length).toBe(1)
  expect(await stateOf('broken')).toBe('loading')
  await expect.poll(() => page.clock.runFor(5000).then(() => stateOf('broken'))).toBe('error')
  await page.clock.runFor(600_000)
  expect(asked).toHaveLength(4)
})

test('a picture that comes at the second try is loaded and asked for no more', async () => {
  let calls = 0
  const { page, asked, add, stateOf } = await openWithPictures(() => {
    calls += 1
    return calls > 1
  })
  await add(['late'], 0.2)
  await expect.poll(() => page.clock.runFor(1000).then(() => stateOf('late'))).toBe('loaded')
  await page.clock.runFor(60_000)
  expect(asked).toHaveLength(2)
})

test('a picture within 1.3 screens is fetched ahead, one beyond waits for the engine', async () => {
  const { page, add, loadingOf } = await openWithPictures(() => true)
  await page.route('**/favicon.svg?*', () => new Promise(() => undefined))
  await add(['near'], 1.29)
  await add(['far'], 1.31)
  await page.clock.runFor(400)
  expect(await loadingOf('near')).toBe('eager')
  expect(await loadingOf('far')).toBe('lazy')
})

test('200 pictures are remembered and fetched at once when they come again; the 201st evicts the first', async () => {
  const { page, asked, add, loadingOf } = await openWithPictures(() => true)
  const names = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, at) => `picture-${from + at}`)
  const loaded = () => page.locator('img[alt^=picture-][data-state=loaded]').count()
  await add(names(1, 200), 0.1)
  await expect.poll(() => page.clock.runFor(200).then(loaded), { timeout: 20_000 }).toBe(200)
  expect(asked).toHaveLength(200)
  /** The engine shall remember none of those that are gone, the page alone. */
  const clear = async () => {
    await page.evaluate(() => document.querySelectorAll('img[alt^=picture-]').forEach((one) => one.remove()))
    await page.requestGC()
  }
  await clear()
  // Far away, so that only what is remembered does not wait for the engine.
  await add(['picture-1'], 40)
  await page.clock.runFor(400)
  expect(await loadingOf('picture-1')).toBe('eager')
  await add(['picture-201'], 0.1)
  await expect.poll(() => page.clock.runFor(200).then(loaded)).toBe(2)
  await clear()
  await add(['picture-1', 'picture-2'], 41)
  await page.clock.runFor(400)
  expect(await loadingOf('picture-1')).toBe('lazy')
  expect(await loadingOf('picture-2')).toBe('eager')
})

test('scrolling looks for pictures at most once in 200 ms', async () => {
  const { page } = await openWithPictures(() => true)
  await page.clock.pauseAt(Date.now() + 3_600_000)
  await page.clock.runFor(1000)
  await page.evaluate(() => {
    const all = document.querySelectorAll.bind(document)
    document.documentElement.dataset['looks'] = '0'
    document.querySelectorAll = (selector: string) => {
      if (selector === 'img[loading]') {
        const { dataset } = document.documentElement
        dataset['looks'] = String(Number(dataset['looks']) + 1)
      }
      return all(selector)
    }
  })
  const looks = () => page.evaluate(() => Number(document.documentElement.dataset['looks']))
  const scroll = () =>
    page.evaluate(() => {
      for (let event = 0; event < 50; event += 1) window.dispatchEvent(new Event('scroll'))
    })
  await scroll()
  expect(await looks()).toBe(1)
  await page.clock.runFor(199)
  expect(await looks()).toBe(1)
  await page.clock.runFor(1)
  expect(await looks()).toBe(2)
  await page.clock.runFor(1000)
  expect(await looks()).toBe(2)
})
