import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { cities, type City } from '#server/contract/cities.ts'
import { placeOf } from '#server/contract/places.ts'
import { openBrowser, openPhone } from '#tests/support/browser/browser.ts'
import { waitForScripts } from '#tests/support/browser/hydrated.ts'
import { placesToLive } from '#tests/support/pages/child-places.ts'
import { sample } from '#tests/support/runner/sample.ts'
import { siteUrl } from '#tests/support/site/site-url.ts'

/** A Hong Kong child, grade 5, living at 蛇口 or in another city, 200,000 a year, day school or boarding, IB if possible. */

type Answer = {
  entry: { verdict: string; reason: string }
  cost: { tuition?: number; yearly?: number; unavailable?: true }
  distance?: number
}

async function answersOf(
  { code }: City,
  query: string,
): Promise<{ id: number; name: string; child: Answer }[]> {
  const body: { data: { items: { id: number; name: string; child: Answer }[] } } = await (
    await fetch(`${siteUrl()}/api/schools?city_code=${code}&${query}`)
  ).json()
  return body.data.items
}

const words = (page: Page) => page.locator('main').innerText()

const walks = [false, true].flatMap((scripts, at) =>
  sample(cities, cities.length, at * 3).map(
    (city) => [city.name, scripts ? 'with scripts' : 'without scripts', city, scripts] as const,
  ),
)

test.each(walks)('the walk of that family in %s %s', async (name, _, city, scripts) => {
  const near = placesToLive[city.pinyin] ?? ''
  const place = placeOf(city.code, near)?.name ?? ''
  const child = `grade=g5&identity=hmt&near=${near}`
  const list = `${siteUrl()}/schoollist/${city.pinyin}/`
  const browser = await openBrowser()
  const context = await openPhone(browser, { javaScriptEnabled: scripts })
  const page = await context.newPage()
  const ready = async () => void (scripts && (await waitForScripts(page)))
  // The address changes before the page does.
  const heading = (words: string) => page.getByRole('heading', { level: 1, name: words }).waitFor()
  try {
    await page.goto(list)
    await ready()
    await page.locator('summary', { hasText: '按孩子看' }).click()
    await page.getByRole('link', { name: /^更多/ }).click()
    await page.waitForURL(/\/child\//)
    await heading('按孩子的情况看学校')
    await ready()
    await page.locator('[name="now"]').selectOption('g4')
    await page.locator('[name="identity"]').selectOption('hmt')
    await page.locator('[name="near"]').selectOption(near)
    await page.locator('[name="fee_max"]').selectOption('200000')
    await page.getByRole('checkbox', { name: /^记在这台设备上/ }).check()
    await page.getByRole('button', { name: `看${name}的学校` }).click()
    await page.waitForURL(/grade=g5/)
    expect(new URL(page.url()).search).toBe(`?${child}&fee_max=200000`)
    await heading(name)
    await ready()
    expect(await words(page)).toContain(`五年级，港澳台，${place}`)

    // Where nothing is as cheap as that, the nearest miss.
    if ((await answersOf(city, `${child}&fee_max=200000`)).length === 0) {
      const anyFee = page.getByRole('link', { name: /^不限学费/ })
      await anyFee.click()
      await page.waitForURL((url) => !url.search.includes('fee_max'))
      await anyFee.waitFor({ state: 'detached' })
      await ready()
    }
    const fee = page.url().includes('fee_max') ? '&fee_max=200000' : ''

    // The curriculum, by the form of the filters.
    await page.locator('summary', { hasText: '筛选' }).click()
    await page.getByRole('checkbox', { name: /^IB/ }).check()
    await page.getByRole('form', { name: '筛选学校' }).locator('[type="submit"]').click()
    await page.waitForURL(/curriculum=ib/)
    const [first] = await answersOf(city, `${child}${fee}&curriculum=ib`)
    expect(first).toBeDefined()
    await page.getByRole('link', { name: first?.name ?? '', exact: true }).click()
    await page.waitForURL(new RegExp(`/school/${first?.id}/\\?.*grade=g5`))
    await heading(first?.name ?? '')
    await ready()
    const school = (await words(page)).replaceAll('\u00a0', ' ')
    expect(school).toContain(first?.child.entry.reason)
    expect(school).toContain(`离${place}直线`)
    await page.getByRole('link', { name: '费用明细和报名日期' }).click()
    await page.waitForURL(/admissions/)
    await page.getByText('算进去的：学费').waitFor()

    // What the browser remembers is one cookie, which one press clears.
    const cookies = await context.cookies()
    expect(
      cookies.filter(({ value }) => value.includes('g5') || value.includes(near)).map(({ name }) => name),
    ).toEqual(['child'])
    await page.goto(list)
    await ready()
    const offers = page.getByRole('link', { name: '用上次填的' })
    expect(await offers.count()).toBe(scripts ? 1 : 0)
    await page.goto(`${siteUrl()}/child/`)
    expect(await page.locator('[name="now"]').inputValue()).toBe('g4')
    await page.getByRole('button', { name: '清除' }).click()
    await page.waitForURL(/schoollist/)
    expect((await context.cookies()).map(({ name }) => name)).not.toContain('child')
  } finally {
    await browser.close()
  }
})
