import { expect, test } from 'vitest'
import { nameWords } from '#app/schools/name-words.ts'
import { openBrowser, openPhone } from '#tests/support/browser/browser.ts'
import { badBreaks } from '#tests/support/browser/examiners/line-breaks.ts'
import { sample } from '#tests/support/runner/sample.ts'
import { siteUrl } from '#tests/support/site/site-url.ts'

/** How lines break on phones, beside what is asked of every kind of page. */

async function schoolsOf(city: string): Promise<{ id: number; name: string }[]> {
  const response = await fetch(`${siteUrl()}/api/schools?city_code=${city}&page_size=20`)
  const body: { data: { items: { id: number; name: string }[] } } = await response.json()
  return body.data.items
}

test('on further schools, lists and comparisons numbers keep their units and no line has one character', async () => {
  const ids = (await schoolsOf('4403')).map(({ id }) => id).slice(0, 3)
  const paths = [
    ...ids.flatMap((id) => [`/school/${id}/`, `/school/${id}/admissions/`]),
    '/search/?q=ib',
    '/schoollist/shenzhen/?stage=primary&curriculum=ib&district=nanshan&fee_max=200000',
    `/compare/?ids=${ids.join(',')}&grade=g5&identity=hmt&near=shekou`,
    `/order/?orderType=consult&schoolId=${ids[0]}`,
  ]
  const browser = await openBrowser()
  const page = await (await openPhone(browser, { javaScriptEnabled: false })).newPage()
  const bad: Record<string, string[]> = {}
  for (const [at, path] of paths.entries()) {
    await page.goto(siteUrl() + path, { waitUntil: 'domcontentloaded' })
    for (const width of sample([320, 360, 390, 430], 2, at)) {
      await page.setViewportSize({ width, height: 844 })
      const found = await badBreaks(page)
      if (found.length > 0) bad[`${path} at ${width} px`] = found
    }
  }
  await browser.close()
  expect(bad).toEqual({})
})

test('a name that breaks between its words is still one name', async () => {
  const names = (await schoolsOf('4413')).map(({ name }) => name)
  expect(names.some((name) => nameWords(name) !== undefined)).toBe(true)
  const browser = await openBrowser()
  const page = await (await openPhone(browser, { javaScriptEnabled: false })).newPage()
  await page.goto(`${siteUrl()}/schoollist/huizhou/`)
  for (const name of names) await page.getByRole('link', { name, exact: true }).waitFor()
  await browser.close()
})
