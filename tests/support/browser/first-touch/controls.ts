import { expect, vi } from 'vitest'
import type { Locator, Page } from 'playwright'
import type { SiteProcess } from '../../site/site-process.ts'
import type { TouchedPhone } from './touched-phone.ts'

/** One tap on one control, and the phone that it was made on. */
export type Tapped = {
  phone: TouchedPhone
  site: SiteProcess
  /** The school whose card or page it is. */
  school: { id: number; name: string }
  touchMs: number
  /** Where the finger was. */
  place: { x: number; y: number }
  /** Of the session, where the visitor is logged in. */
  token: string
}

/** A control that may be the first thing of a page that a finger touches. */
export type Control = {
  name: string
  page: 'list' | 'school'
  isLoggedIn?: boolean
  find: (page: Page) => Locator
  /** Whether it leads to an address of its own: by scripts one step of the history and no document. */
  leadsOn: boolean
  /** What is posted, whichever way. */
  post?: '/mycollect/toggle' | '/compare/toggle'
  /** Whether it takes a document where no scripts are there yet. */
  needsDocument: boolean
  /** Waits for what the tap is for, and uses it. */
  check: (tapped: Tapped) => Promise<void>
}

const pageTimeout = { timeout: 20_000 }
const disclosure = (page: Page) => page.locator('summary', { hasText: '筛选' })
const row = (page: Page) => page.locator('[id^="school-"]').first()
const word = (page: Page, name: string) =>
  page.locator('main form.words').getByRole('button', { name, exact: true })
const searchField = (page: Page) => page.locator('#site-search')
const similar = (page: Page) => page.locator('section[aria-labelledby=similar] h3 a').first()

const account = {
  find: (page: Page) => page.getByRole('banner').getByRole('link', { name: '登录', exact: true }),
  leadsOn: true,
  needsDocument: true,
  check: opensLogin,
}
const search = { find: searchField, leadsOn: false, needsDocument: false, check: retainsText }
const favourite = { leadsOn: true, needsDocument: true, post: '/mycollect/toggle' } as const
const compare = { leadsOn: false, needsDocument: true, post: '/compare/toggle' } as const
const link = { leadsOn: true, needsDocument: true } as const

/** Each with both pages that have it. */
export const controls: readonly Control[] = [
  {
    name: '筛选, closed again',
    page: 'list',
    find: disclosure,
    leadsOn: false,
    needsDocument: false,
    check: opensAndCloses,
  },
  { name: '筛选, used', page: 'list', find: disclosure, ...link, check: narrows },
  {
    name: '收藏, logged out',
    page: 'list',
    ...favourite,
    find: (page) => row(page).getByRole('button', { name: /^收藏/ }),
    check: asksForLogin,
  },
  {
    name: '收藏, logged in',
    page: 'list',
    isLoggedIn: true,
    ...favourite,
    leadsOn: false,
    find: (page) => row(page).getByRole('button', { name: /收藏/ }),
    check: (tapped) => addsFavourite(tapped, row(tapped.phone.page).getByRole('button', { name: /^已收藏/ })),
  },
  {
    name: '对比',
    page: 'list',
    ...compare,
    find: (page) => row(page).getByRole('button', { name: /^对比/ }),
    check: (tapped) =>
      addsToBasket(tapped, row(tapped.phone.page).getByRole('button', { name: /^已加对比/ })),
  },
  { name: '登录', page: 'list', ...account },
  { name: 'the search field', page: 'list', ...search },
  {
    name: 'a card',
    page: 'list',
    ...link,
    find: (page) => row(page).getByRole('heading').getByRole('link'),
    check: ({ phone, school }) => arrives(phone, new RegExp(`^/school/${school.id}/$`), school.name),
  },
  {
    name: 'a page link',
    page: 'list',
    ...link,
    find: (page) => page.getByRole('banner').getByRole('link', { name: '榜单', exact: true }),
    check: ({ phone }) => arrives(phone, /^\/toplist\/shenzhen\/$/, '深圳'),
  },
  {
    name: '收藏, logged out',
    page: 'school',
    ...favourite,
    find: (page) => word(page, '收藏'),
    check: asksForLogin,
  },
  {
    name: '收藏, logged in',
    page: 'school',
    isLoggedIn: true,
    ...favourite,
    leadsOn: false,
    find: (page) => word(page, '收藏'),
    check: (tapped) => addsFavourite(tapped, word(tapped.phone.page, '已收藏，取消')),
  },
  {
    name: '加入对比',
    page: 'school',
    ...compare,
    find: (page) => word(page, '加入对比'),
    check: (tapped) => addsToBasket(tapped, word(tapped.phone.page, '移出对比')),
  },
  {
    name: '分享',
    page: 'school',
    // Scripts bring it: there is nothing to tap before.
    find: (page) => word(page, '分享'),
    leadsOn: false,
    needsDocument: false,
    check: sharesOnce,
  },
  { name: '登录', page: 'school', ...account },
  { name: 'the search field', page: 'school', ...search },
  {
    name: 'a card',
    page: 'school',
    ...link,
    find: similar,
    check: ({ phone, school }) => arrives(phone, new RegExp(`^/school/(?!${school.id}/)\\d+/$`)),
  },
  {
    name: 'a page link',
    page: 'school',
    ...link,
    find: (page) => page.getByRole('navigation', { name: '学校栏目' }).getByRole('link').nth(1),
    check: ({ phone, school }) => arrives(phone, new RegExp(`^/school/${school.id}/[a-z]+/$`)),
  },
]

/** The filters open at once, become a sheet, and a second tap closes it. */
async function opensAndCloses({ phone, touchMs }: Tapped): Promise<void> {
  const { page } = phone
  const form = page.getByRole('form', { name: '筛选学校' })
  await form.waitFor()
  const sheet = page.getByRole('dialog', { name: '筛选' })
  await phone.tap(sheet.getByRole('button', { name: '关闭' }), touchMs)
  await form.waitFor({ state: 'hidden' })
  await phone.awaitIdle()
  expect(await form.isVisible()).toBe(false)
  expect(await page.locator('details[open] > summary', { hasText: '筛选' }).count()).toBe(0)
}

/** The filters open, take a choice with scripts or without, and are closed over the list that comes of it. */
async function narrows({ phone, touchMs }: Tapped): Promise<void> {
  const { page } = phone
  const form = page.getByRole('form', { name: '筛选学校' })
  await form.waitFor()
  const choice = form.getByRole('checkbox').first()
  const chosen = await choice.evaluate((box: HTMLInputElement) => `${box.name}=${box.value}`)
  await choice.check()
  await phone.tap(form.locator('[type="submit"]'), touchMs)
  await page.waitForURL((url) => url.search === `?${chosen}`, pageTimeout)
  await phone.awaitIdle()
  expect(await form.isVisible()).toBe(false)
  await page.getByText('筛选 1', { exact: true }).waitFor()
  const { y = Infinity } = (await row(page).boundingBox()) ?? {}
  expect(y).toBeLessThan(844)
}

/** The login says what it is for, over the page or as a page, and the press is kept for it. */
async function asksForLogin({ phone: { context, page }, school }: Tapped): Promise<void> {
  await page.getByText(`登录后为您收藏${school.name}`).waitFor(pageTimeout)
  await page.getByLabel('手机号').waitFor()
  expect((await context.cookies()).filter(({ name }) => name === 'pending')).toHaveLength(1)
}

async function addsFavourite(tapped: Tapped, done: Locator): Promise<void> {
  const { phone, site, token, school } = tapped
  await staysInSight(tapped, done)
  const answer = await fetch(`${site.url}/api/center/collect`, { headers: { token } })
  const { data }: { data: { items: { school: { id: number } }[] } } = await answer.json()
  expect(data.items.map((item) => item.school.id)).toEqual([school.id])
  await phone.awaitIdle()
  expect(await done.count()).toBe(1)
}

async function addsToBasket(tapped: Tapped, done: Locator): Promise<void> {
  const { phone, school } = tapped
  await staysInSight(tapped, done)
  const stored = (await phone.context.cookies()).find(({ name }) => name === 'compare')
  expect(stored?.value).toBe(String(school.id))
  await phone.awaitIdle()
  expect(await done.count()).toBe(1)
}

/**
 * The school whose button was tapped is in sight with its name, and nothing lies over it; where scripts stay on the page,
 * in the very place. `done` is the button as it is afterwards.
 */
async function staysInSight({ phone, school, place }: Tapped, done: Locator): Promise<void> {
  const { page } = phone
  await done.waitFor(pageTimeout)
  await phone.awaitIdle()
  const isUncovered = (control: Locator) =>
    control.evaluate((element) => {
      const { left, top, width, height } = element.getBoundingClientRect()
      return element.contains(document.elementFromPoint(left + width / 2, top + height / 2))
    })
  expect(await isUncovered(done)).toBe(true)
  expect(await isUncovered(page.getByRole('heading', { name: school.name, exact: true }))).toBe(true)
  const { y = 0, height = 0 } = (await done.boundingBox()) ?? {}
  if (phone.clicks[0]?.isHydrated === true) expect(Math.abs(y + height / 2 - place.y)).toBeLessThan(1)
}

/** The phone's own sheet opens, which an engine allows during a touch alone. */
async function sharesOnce({ phone }: Tapped): Promise<void> {
  const shared = () => phone.page.evaluate(() => document.documentElement.dataset['shared'])
  await vi.waitUntil(shared, pageTimeout)
  await phone.awaitIdle()
  expect(await shared()).toBe(' active')
}

async function opensLogin({ phone }: Tapped): Promise<void> {
  const { page } = phone
  const dialog = page.getByRole('dialog', { name: '登录' })
  await dialog.waitFor(pageTimeout)
  await phone.awaitIdle()
  expect(await dialog.count()).toBe(1)
  expect(new URL(page.url()).search).toBe('?modal=login')
}

/** What is typed at once stays when scripts come, with the focus, and gets its suggestions. */
async function retainsText({ phone }: Tapped): Promise<void> {
  const { page } = phone
  const field = searchField(page)
  await vi.waitUntil(() => field.evaluate((element) => element === document.activeElement), pageTimeout)
  await page.keyboard.insertText('深圳')
  await phone.awaitIdle()
  await page.getByRole('listbox', { name: '搜索建议' }).waitFor()
  expect(await field.inputValue()).toBe('深圳')
  expect(await field.evaluate((element) => element === document.activeElement)).toBe(true)
}

async function arrives(phone: TouchedPhone, path: RegExp, heading = ''): Promise<void> {
  const { page } = phone
  await page.waitForURL(({ pathname }) => path.test(pathname), pageTimeout)
  await page.getByRole('heading', { level: 1 }).filter({ hasText: heading }).waitFor(pageTimeout)
  await phone.awaitIdle()
  expect(new URL(page.url()).pathname).toMatch(path)
}
