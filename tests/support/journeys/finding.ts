import { expect } from 'vitest'
import { z } from 'zod'
import { firstIds, totalOf, type Journey, type Walk } from './walk.ts'

const named = z.object({ name: z.string() })

async function firstSchool(walk: Walk, cityCode = '4403'): Promise<{ id: number; name: string }> {
  const [id = 0] = await firstIds(walk, `/api/schools?city_code=${cityCode}&page_size=1`)
  return { id, ...named.parse(await walk.call(`/api/school/detail/${id}`)) }
}

/** Chooses a city by its initial; addresses without a city lead to it from then on. */
export const chooseCity: Journey = async ({ page, open, arrives, reads }) => {
  await open('/')
  await page
    .getByRole('link', { name: /切换城市/ })
    .first()
    .click()
  await arrives(/^\/city\/$/)
  await page.getByRole('main').getByRole('link', { name: /^北京/ }).first().click()
  await arrives(/^\/beijing\/$/)
  await reads(/北京/)
  await open('/toplist/')
  await arrives(/^\/toplist\/beijing\/$/)
  await open('/schoollist/')
  await arrives(/^\/schoollist\/beijing\/$/)
}

/** Searches by a part of a name and comes to the school. */
export const search: Journey = async (walk) => {
  const { page, open, arrives } = walk
  const { id, name } = await firstSchool(walk, '4406')
  await open('/')
  const form = page.getByRole('search').first()
  await form.getByRole('searchbox').or(form.getByRole('combobox')).fill(name.slice(2, 6))
  await form.getByRole('button', { name: '搜索' }).click()
  await arrives(/^\/search\/\?q=/)
  await page.getByRole('main').getByRole('link', { name, exact: true }).first().click()
  await arrives(new RegExp(`^/school/${id}/$`))
  await page.getByRole('heading', { level: 1, name }).waitFor()
}

/** Narrows a list, takes a word away and orders the rest: numbers and order are those of the API. */
export const filter: Journey = async (walk) => {
  const { page, open, arrives } = walk
  const heading = (count: number) => page.getByRole('heading', { level: 1, name: `${count} 所` }).waitFor()
  const calls = '/api/schools?city_code=4401&stage=high'
  await open('/schoollist/guangzhou/')
  const form = page.getByRole('form', { name: '筛选学校' })
  if (!(await form.isVisible())) await page.locator('summary').filter({ hasText: '筛选' }).click()
  await form.getByRole('checkbox', { name: /^高中/ }).check()
  await form.getByRole('checkbox', { name: /^国际学校/ }).check()
  await form.locator('[type="submit"]').click()
  await arrives(/stage=high/)
  await heading(await totalOf(walk, `${calls}&kind=international`))
  await page
    .getByRole('list', { name: '已选条件' })
    .getByRole('link', { name: /国际学校/ })
    .click()
  await arrives(/\?stage=high$/)
  await heading(await totalOf(walk, calls))
  await page
    .getByRole('navigation', { name: '排序' })
    .getByRole('link', { name: /^学费(?:从低到高|低$)/ })
    .click()
  await arrives(/\?stage=high&sort=tuition_asc$/)
  const [cheapest] = await firstIds(walk, `${calls}&sort=tuition_asc`)
  await expect
    .poll(() => page.locator('[id^="school-"]').first().getAttribute('id'))
    .toBe(`school-${cheapest}`)
}

/** Opens a school from a list, reads its facts and puts it into the comparison. */
export const school: Journey = async (walk) => {
  const { page, open, arrives, reads } = walk
  const { id, name } = await firstSchool(walk)
  await open('/schoollist/shenzhen/')
  await page.locator(`#school-${id}`).getByRole('link', { name, exact: true }).click()
  await arrives(new RegExp(`^/school/${id}/$`))
  await page.getByRole('heading', { level: 1, name }).waitFor()
  await page.getByRole('button', { name: '加入对比' }).click()
  await reads('移出对比')
  await expect
    .poll(async () => (await page.context().cookies()).find((cookie) => cookie.name === 'compare')?.value)
    .toBe(String(id))
  await open('/compare/')
  await page.getByRole('main').getByRole('link', { name, exact: true }).first().waitFor()
}

const liked = z.object({ likes: z.number() })

/** Goes through the parts of a school, to a graduate and to a news item, which is liked. */
export const subPages: Journey = async (walk) => {
  const { page, open, arrives, call } = walk
  const { id, name } = await firstSchool(walk)
  const tab = (part: string) =>
    page.getByRole('navigation', { name: '学校栏目' }).getByRole('link', { name: part, exact: true })
  await open(`/school/${id}/`)
  for (const part of ['简介', '招生', '师资', '问答', '概况', '毕业生']) {
    await tab(part).click()
    await expect.poll(() => tab(part).getAttribute('aria-current'), { timeout: 15_000 }).toBe('page')
    await expect.poll(() => page.title()).toContain(name)
  }
  await page.locator('main a[href*="/graduates/"]:not([href$="/graduates/"])').first().click()
  await arrives(/\/graduates\/\d+\/$/)
  await tab('动态').click()
  await arrives(/\/news\/$/)
  await page.locator('main h2 a[href*="/news/"], main h3 a[href*="/news/"]').first().click()
  await arrives(/\/news\/\d+\/$/)
  const [, view = ''] = /\/news\/(\d+)\/$/.exec(page.url()) ?? []
  const likes = async () => liked.parse(await call(`/api/school/view/likes?view_id=${view}`)).likes
  const before = await likes()
  await page.locator('#like').getByRole('button', { name: '有用' }).click()
  await expect.poll(likes).toBe(before + 1)
}

/** Reads a news item of a city, as the API has it. */
export const news: Journey = async (walk) => {
  const { page, open, arrives, call } = walk
  await open('/news/guangzhou/')
  await page.locator('main h2 a[href^="/news/"]').first().click()
  await arrives(/^\/news\/\d+\//)
  const [, id = ''] = /\/news\/(\d+)\//.exec(page.url()) ?? []
  const { title } = z.object({ title: z.string() }).parse(await call(`/api/news/${id}`))
  await page.getByRole('heading', { level: 1, name: title }).waitFor()
  await page.getByRole('main').getByRole('link', { name: '资讯' }).first().click()
  await arrives(/^\/news\/guangzhou\/$/)
}
