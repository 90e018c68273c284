import { brotliDecompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { cities } from '#server/contract/cities.ts'
import { builtNames, builtText } from '#tests/support/pages/built-files.ts'
import { phoneAgent } from '#tests/support/browser/browser.ts'
import { pageKinds } from '#tests/support/pages/page-kinds.ts'
import { scriptsOf } from '#tests/support/pages/page-scripts.ts'
import { sample } from '#tests/support/runner/sample.ts'
import { siteUrl } from '#tests/support/site/site-url.ts'
import { wireAnswer, wireBytes, type WireAnswer } from '#tests/support/pages/wire-bytes.ts'

/** What no document may exceed, compressed. */
const mostBytes = 20 * 1024
const scriptBudget = 112 * 1024

const bytesOf = (address: string) => wireBytes(siteUrl() + address)

/** The school whose page is the largest of all. */
const largest: [name: string, path: string] = ['largest school', '/school/23/']

/** The schools of the sample, the fullest pages of the site, and one of each city under a form. */
async function schoolPages(): Promise<[name: string, path: string][]> {
  const found: [string, string][] = []
  const forms: [string, string][] = []
  for (const [at, { code, name }] of cities.entries()) {
    const answer: { data: { items: { id: number }[] } } = await (
      await fetch(`${siteUrl()}/api/schools?city_code=${code}&page_size=50`)
    ).json()
    for (const { id } of answer.data.items) found.push([`school in ${name}`, `/school/${id}/`])
    const id = answer.data.items[0]?.id
    for (const part of sample(['', 'aboutus/', 'admissions/'], 3, at))
      forms.push([`form in ${name}`, `/school/${id}/${part}?modal=order&orderType=consult&schoolId=${id}`])
  }
  expect(found.length).toBeGreaterThanOrEqual(130)
  return [largest, ...sample(found, 8), ...forms]
}

/** A page when none of its parts came late, as on a machine that has nothing else to do. */
async function wholePage(address: string): Promise<WireAnswer> {
  let sent = await wireAnswer(siteUrl() + address)
  // What is asked for with a query may be for one visitor.
  const isDue = () => fits(sent) && (sent.isCached || address.includes('?'))
  for (let again = 0; again < 6 && !isDue(); again += 1) {
    const next = await wireAnswer(siteUrl() + address)
    if (next.isCached || next.body.length < sent.body.length) sent = next
  }
  return sent
}

function fits({ body }: WireAnswer): boolean {
  return body.length <= mostBytes
}

test('documents stay within their budget with their styles inside, and nothing blocks their rendering', async () => {
  const schools = await schoolPages()
  const kinds = await pageKinds(siteUrl())
  const lists = cities.flatMap(({ pinyin }, at): [string, string][] =>
    sample(['', 'schoollist/', 'toplist/', 'promote/', 'openday/', 'news/'], 3, at).map((list) => [
      `${list}${pinyin}`,
      list === '' && pinyin === 'shenzhen' ? '/' : `/${list}${pinyin}/`,
    ]),
  )
  const heavy: string[] = []
  let cachedPages = 0
  const next = [...kinds, ...lists, ...schools].values()
  const work = async () => {
    for (const [name, address] of next) {
      const sent = await wholePage(address)
      const html = brotliDecompressSync(sent.body).toString()
      if (!fits(sent)) heavy.push(`${name} ${address} ${sent.head} + ${sent.body.length}`)
      if (sent.isCached) cachedPages += 1
      expect(html, address).toContain('id="page-style"')
      expect(html, address).not.toMatch(/<link[^>]+rel="stylesheet"(?! media="print")/)
      expect(html, address).not.toMatch(/<script(?![^>]*type="module")[^>]*\ssrc=/)
    }
  }
  await Promise.all(Array.from({ length: 4 }, work))
  expect(heavy).toEqual([])
  expect(cachedPages).toBeGreaterThanOrEqual(schools.length)
}, 180_000)

test.each(['/', '/schoollist/shenzhen/', '/school/43/'])(
  'the scripts of a first visit to %s stay within their budget',
  async (address) => {
    const html = brotliDecompressSync(await bytesOf(address)).toString()
    const files = scriptsOf(html)
    let total = 0
    for (const file of files) total += (await bytesOf(file)).length
    expect(files.length).toBeGreaterThan(0)
    expect(total).toBeLessThanOrEqual(scriptBudget)
  },
)

test('a lite page carries no script at all', async () => {
  const response = await fetch(`${siteUrl()}/schoollist/shenzhen/`, {
    headers: { 'user-agent': phoneAgent, 'save-data': 'on' },
  })
  expect(await response.text()).not.toMatch(/<script|modulepreload/)
})

test('no server code is in the browser build', async () => {
  const scripts = builtNames('.js')
  expect(scripts.length).toBeGreaterThan(0)
  for (const name of scripts) {
    const text = await builtText(`assets/${name}`)
    expect(text, name).not.toMatch(/ZodError|_zod|drizzle|pglite|process\.env|select .+ from /i)
    // The kiosk alone judges a phone number: it has no server to ask.
    expect(/^(?:open-)?kiosk-/.test(name) ? '' : text, name).not.toContain('请填写正确')
  }
})
