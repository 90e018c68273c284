import type { Browser, BrowserContext, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openBrowser, openPhone } from '#tests/support/browser/browser.ts'
import { firstOf, pageKinds } from '#tests/support/pages/page-kinds.ts'
import { firstSchoolId, siteUrl } from '#tests/support/site/site-url.ts'
import { turnsTaken, waitForScripts } from '#tests/support/browser/hydrated.ts'
import { openTouched } from '#tests/support/browser/touched-page.ts'

/** Print, the sheet for sharing, less motion, and screens with rounded corners. */

let browser: Browser
let context: BrowserContext
let id = 0
let school = ''

beforeAll(async () => {
  browser = await openBrowser()
  id = await firstSchoolId()
  school = `/school/${id}/`
})
afterAll(() => browser.close())
afterEach(() => context.close())

async function openAt(path: string, options: Parameters<typeof openTouched>[2] = {}): Promise<Page> {
  const opened = await openTouched(browser, path, options)
  context = opened.context
  return opened.page
}

/** What stands on paper: A4 with the usual margins is 718 px wide. */
async function print(path: string): Promise<Page> {
  context = await openPhone(browser, { viewport: { width: 718, height: 1000 }, colorScheme: 'dark' })
  const page = await context.newPage()
  await page.goto(siteUrl() + path)
  await page.emulateMedia({ media: 'print' })
  return page
}

const leftOut = 'nav, form, footer a, button, [role=search], .button'

test('a school is printed with its facts, phone, address and date, dark on white, without links and forms', async () => {
  const page = await print(school)
  expect(await page.getByRole('heading', { level: 1 }).isVisible()).toBe(true)
  expect(await page.locator(leftOut).filter({ visible: true }).count()).toBe(0)
  const facts = page.locator('section[aria-labelledby=facts]')
  expect(await facts.locator('dt').filter({ visible: true }).count()).toBeGreaterThanOrEqual(14)
  expect(await facts.locator('dd').filter({ visible: true }).last().isVisible()).toBe(true)
  expect(await facts.innerText()).toMatch(/电话\s+0755[-\d]+/)
  const end = await page.locator('footer').innerText()
  expect(end).toMatch(/· https:\/\/school\.example\/school\/\d+\/ · \d{4}年\d+月\d+日$/m)
  await page.emulateMedia({ media: 'screen' })
  expect(await page.locator('footer').innerText()).not.toContain('school.example')
  await page.emulateMedia({ media: 'print' })
  const ink = await page.locator('body').evaluate((body) => getComputedStyle(body).color)
  expect(ink).toBe('rgb(31, 42, 46)')
  expect((await page.pdf({ format: 'A4' })).subarray(0, 5).toString()).toBe('%PDF-')
})

test('a comparison of six schools is printed as wide as the paper', async () => {
  const page = await print(`/compare/?ids=${[0, 1, 2, 3, 4, 5].map((more) => id + more).join(',')}`)
  expect(await page.locator('thead th').filter({ visible: true }).count()).toBe(7)
  expect(await page.locator(leftOut).filter({ visible: true }).count()).toBe(0)
  const { right } = await page
    .locator('table')
    .evaluate((table) => ({ right: Math.round(table.getBoundingClientRect().right) }))
  expect(right).toBeLessThanOrEqual(718)
  const sheets = await page.pdf({ format: 'A4', preferCSSPageSize: true })
  expect(sheets.toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(1)
})

const margin = { top: '12mm', right: '12mm', bottom: '12mm', left: '12mm' }
/** How many sheets of A4 a page takes with the margins of a home printer. */
async function sheetsOf(page: Page): Promise<number> {
  const pdf = await page.pdf({ format: 'A4', margin })
  return pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0
}

test('a plan of many dates fits one sheet of A4 within its margins', async () => {
  expect(await sheetsOf(await print('/planning/shenzhen/?grade=g7'))).toBe(1)
})

test('a decision book of four schools fits two sheets, without the address that opens it', async () => {
  const [, path = ''] = (await pageKinds(siteUrl())).find(([name]) => name === 'decision book') ?? []
  const page = await print(path)
  expect(await sheetsOf(page)).toBe(2)
  await page.emulateMedia({ media: 'print' })
  const printed = await page.locator('body').innerText()
  expect(printed).toContain('不一致的，怎么定')
  expect(printed).not.toContain(path.split('/')[3])
})

test('a plan fits one sheet of A4, and every printed page has a code that leads back, loaded for paper alone', async () => {
  const child = 'grade=g5&identity=hmt&near=shekou'
  const kinds: [path: string, mostSheets: number][] = [
    [`${school}?${child}`, 3],
    [school, 3],
    [`/compare/?ids=${id},${id + 1}&${child}`, 1],
    [
      `/compare/?ids=${[0, 1, 2, 3, 4, 5].map((more) => id + more).join(',')}&${child}&stay=boarding&bus=1`,
      1,
    ],
    ['/toplist/shenzhen/', 8],
    [`/planning/shenzhen/?${child}`, 1],
  ]
  context = await openPhone(browser, { viewport: { width: 390, height: 844 } })
  const page = await context.newPage()
  const loaded: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (pathname.startsWith('/media/qr/')) loaded.push(pathname + search)
  })
  for (const [path, mostSheets] of kinds) {
    await page.goto(siteUrl() + path)
    await waitForScripts(page)
    await page.locator('footer').scrollIntoViewIfNeeded()
    await turnsTaken(page)
    expect(loaded.splice(0), path).toEqual([])
    const pdf = (await page.pdf({ format: 'A4' })).toString('latin1')
    await expect.poll(() => loaded.splice(0), { message: path }).toEqual([`/media/qr${path}`])
    const sheets = pdf.match(/\/Type\s*\/Page\b/g)?.length ?? 0
    expect(sheets, path).toBeGreaterThan(0)
    expect(sheets, path).toBeLessThanOrEqual(mostSheets)
    await page.emulateMedia({ media: 'print' })
    const code = page.locator('footer img')
    await expect
      .poll(() => code.evaluate((image: HTMLImageElement) => image.naturalWidth), { message: path })
      .toBe(96)
    expect(await code.isVisible(), path).toBe(true)
    expect(await page.locator('footer').innerText(), path).toContain(`https://school.example${path} · `)
    expect(await page.locator(leftOut).filter({ visible: true }).count(), path).toBe(0)
    // A PDF is made of the emulated medium: as long as one is emulated, of the screen's.
    await page.emulateMedia({ media: null })
    expect(await code.isVisible(), path).toBe(false)
  }
  // The address of a request gives access to it: its page prints that of the school.
  const [, sent = ''] = (await pageKinds(siteUrl())).find(([name]) => name === 'request that was sent') ?? []
  await page.goto(siteUrl() + sent)
  await waitForScripts(page)
  expect(await sheetsOf(page)).toBe(1)
  const [ofSchool = ''] = loaded.splice(0)
  expect(ofSchool).toMatch(/^\/media\/qr\/school\/\d+\/$/)
  await page.emulateMedia({ media: 'print' })
  const printed = await page.locator('body').innerText()
  expect(printed).toContain(`学校页面：https://school.example${ofSchool.replace('/media/qr', '')}`)
  expect(printed).not.toContain(sent.split('/')[2])
})

test('打印 opens the dialog of the system, and without scripts a sentence says where it is', async () => {
  const plan = '/planning/shenzhen/?grade=g5'
  const page = await openAt(plan)
  await page.evaluate(() => {
    window.print = () => {
      document.documentElement.dataset['printed'] = ''
    }
  })
  await page.getByRole('button', { name: '打印', exact: true }).click()
  await page.locator('html[data-printed]').waitFor()
  await context.close()
  context = await openPhone(browser, { javaScriptEnabled: false })
  const plain = await context.newPage()
  await plain.goto(siteUrl() + plan)
  const sentence = plain.locator('noscript span')
  expect(await sentence.isVisible()).toBe(true)
  expect(await sentence.innerText()).toBe('要打印，用浏览器菜单里的“打印”。')
  expect(await plain.getByRole('button', { name: '打印' }).count()).toBe(0)
})

/** The pages that somebody wants to send on. */
async function sharedPages(): Promise<string[]> {
  const news = await firstOf(siteUrl(), '/api/news?city_code=4403')
  const view = await firstOf(siteUrl(), `/api/school/views?school_id=${id}`)
  return [school, `/news/${news}/`, `${school}news/${view}/`, `/compare/?ids=${id},${id + 1}`]
}

test('分享 opens the sheet of the system with the title of the card and the address, and without one copies the address', async () => {
  for (const path of await sharedPages()) {
    const page = await openAt(path, { permissions: ['clipboard-read', 'clipboard-write'] })
    const address = path.startsWith('/compare/') ? siteUrl() + path : `https://school.example${path}`
    await page.getByRole('button', { name: '分享', exact: true }).click()
    await page.getByText('链接已复制').waitFor()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address)
    await page.evaluate(() => {
      Object.assign(navigator, {
        share: (message: unknown) => {
          document.documentElement.dataset['shared'] = JSON.stringify(message)
          return Promise.resolve()
        },
      })
    })
    await page.getByRole('button', { name: '分享', exact: true }).click()
    await page.locator('html[data-shared]').waitFor()
    const shared = await page.locator('html').getAttribute('data-shared')
    const ofCard = await page.locator('meta[property="og:title"]').getAttribute('content')
    expect(JSON.parse(shared ?? '')).toEqual({ title: ofCard, url: address })
    await context.close()
  }
})

test('without scripts there is no 分享 button and no empty space for it', async () => {
  context = await openPhone(browser, { javaScriptEnabled: false })
  const page = await context.newPage()
  for (const path of await sharedPages()) {
    await page.goto(siteUrl() + path)
    expect(await page.getByText('分享', { exact: true }).count(), path).toBe(0)
  }
})

test('with reduced motion nothing is animated: neither toasts nor the progress bar nor page transitions', async () => {
  const page = await openAt('/schoollist/shenzhen/', { reducedMotion: 'reduce' })
  await page.evaluate(() => {
    const turn = Reflect.get(document, 'startViewTransition')
    Object.assign(document, {
      startViewTransition: (work: unknown) => {
        document.documentElement.dataset['turned'] = ''
        return Reflect.apply(turn, document, [work])
      },
    })
  })
  await page.locator('[id^="school-"]').first().getByRole('button').nth(1).click()
  await page.locator('[role=status] .toast').waitFor()
  let release = () => {}
  await page.route('**/school/*.data*', async (route) => {
    await new Promise<void>((resolve) => (release = resolve))
    await route.continue()
  })
  await page.locator('main h2 a').first().click()
  await page.locator('[data-progress]').waitFor()
  const moving = await page.evaluate(() => document.getAnimations().length)
  expect(moving).toBe(0)
  expect(await page.locator('html').evaluate((root) => getComputedStyle(root).scrollBehavior)).toBe('auto')
  release()
  await page.waitForURL(/\/school\/\d+\/$/)
  expect(await page.locator('html[data-turned]').count()).toBe(0)
})

test('bars and sheets respect the safe area of a screen with rounded corners', async () => {
  const page = await openAt(school)
  const devices = await context.newCDPSession(page)
  await devices.send('Emulation.setSafeAreaInsetsOverride', {
    insets: { top: 47, bottom: 34, left: 0, right: 0 },
  })
  expect(await page.locator('meta[name=viewport]').getAttribute('content')).toContain('viewport-fit=cover')
  const padding = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element) => {
        const { paddingTop, paddingBottom } = getComputedStyle(element)
        return [parseFloat(paddingTop), parseFloat(paddingBottom)]
      })
  expect(await padding('nav[aria-label="快捷操作"]')).toEqual([4, 38])
  await page.getByRole('navigation', { name: '快捷操作' }).getByRole('link', { name: '咨询' }).click()
  await page.getByRole('dialog').waitFor()
  expect(await padding('dialog')).toEqual([47, 34])
  await page.goto(`${siteUrl()}/schoollist/shenzhen/`)
  const opened = await padding('footer')
  expect(opened[1]).toBeGreaterThanOrEqual(34)
})
