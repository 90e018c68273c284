import { JSDOM } from 'jsdom'
import { pinyin } from 'pinyin-pro'
import { expect, test } from 'vitest'
import { phoneAgent } from '#tests/support/browser/browser.ts'
import { firstSchoolId, siteUrl } from '#tests/support/site/site-url.ts'

/** What the server sends is a whole page: what a parent reads and follows without scripts, by requests. */

type Answer = { status: number; path: string; document: Document; cookie: string }

/** A page with the cookies that its redirects set, as a browser follows them. */
async function open(address: string, cookie = ''): Promise<Answer> {
  const url = new URL(address, siteUrl())
  const headers = { 'user-agent': phoneAgent, cookie }
  const response = await fetch(url, { headers, redirect: 'manual' })
  const set = response.headers.getSetCookie().map((text) => text.split(';')[0] ?? '')
  const cookies = [cookie, ...set].filter(Boolean).join('; ')
  const location = response.headers.get('location')
  if (location !== null) return open(new URL(location, url).href, cookies)
  const { document } = new JSDOM(await response.text()).window
  return { status: response.status, path: decodeURIComponent(url.pathname), document, cookie: cookies }
}

const headingOf = ({ document }: Answer) => document.querySelector('h1')?.textContent ?? ''
const linksOf = ({ document }: Answer) => [...document.querySelectorAll('a')]
const countIn = (text: string) => Number(/(\d+)\+? 所/.exec(text)?.[1] ?? Number.NaN)

test('a list without results offers to remove single filters', async () => {
  const none = await open('/schoollist/zhuhai/?stage=high&fee_min=9000000')
  expect(headingOf(none)).toBe('珠海没有符合的学校')
  const wayOn = linksOf(none).find(({ textContent }) => textContent.trim().startsWith('不限学费'))
  const promised = countIn(wayOn?.textContent ?? '')
  expect(countIn(headingOf(await open(wayOn?.getAttribute('href') ?? '')))).toBe(promised)
})

test('a parent says on the list itself who the child is, by a plain form, and the other conditions stay', async () => {
  const list = await open('/schoollist/shenzhen/ib/?fee_max=300000')
  const form = list.document.querySelector<HTMLFormElement>('form[aria-label="为谁看"]')
  const names = [...(form?.querySelectorAll('select') ?? [])].map(({ name }) => name)
  expect(names).toEqual(['now', 'identity', 'stay', 'near'])
  expect([form?.method, form?.getAttribute('action')]).toEqual(['get', '/schoollist/shenzhen/ib/'])
  const hidden = [...(form?.querySelectorAll<HTMLInputElement>('[type="hidden"]') ?? [])]
  const sent = new URLSearchParams(hidden.map(({ name, value }) => [name, value]))
  expect(sent.toString()).toBe('fee_max=300000')
  // Fields that nothing was chosen in are sent too, and are not in the address of the answer.
  const answer = await open(`/schoollist/shenzhen/ib/?${sent}&grade=g5&identity=hmt&stay=&near=shekou`)
  expect(answer.path).toBe('/schoollist/shenzhen/ib/')
  expect(answer.document.querySelector('details summary b')?.textContent).toMatch(/上五年级，港澳台，蛇口$/)
})

/** The hrefs of a page's links to forms that report an error, each once. */
const correctionsOf = (answer: Answer) => [
  ...new Set(
    linksOf(answer).flatMap(
      (link) => link.getAttribute('href')?.match(/^\/school\/\d+\/correction\/.*/) ?? [],
    ),
  ),
]

test('facts of a school lead to the form that reports an error in them, with their field chosen', async () => {
  const id = await firstSchoolId('4403')
  const form = `/school/${id}/correction/`
  for (const [part, fields] of [
    ['', ['tuition', 'dates']],
    ['admissions/', ['dates', 'entry', 'tuition']],
    ['aboutus/', ['texts', 'photos']],
  ] as const) {
    const links = correctionsOf(await open(`/school/${id}/${part}`))
    for (const field of fields) {
      expect(links, part).toContain(`${form}?field=${field}`)
      const { document } = await open(`${form}?field=${field}`)
      expect(document.querySelector('select[name=field] [selected]')?.getAttribute('value')).toBe(field)
    }
  }
})

test('a list and a comparison lead to the forms that report errors in the facts of their schools', async () => {
  const list = await open('/schoollist/shenzhen/')
  const listed = list.document.querySelectorAll('main [id^="school-"]').length
  expect(listed).toBeGreaterThan(10)
  expect(correctionsOf(list)).toHaveLength(listed)
  const id = await firstSchoolId('4403')
  expect(correctionsOf(await open(`/compare/?ids=${id},${id + 1}`))).toEqual([
    `/school/${id}/correction/`,
    `/school/${id + 1}/correction/`,
  ])
})

test('schools, open days, ranked lists and comparisons have a poster to store', async () => {
  const days = await open('/openday/shenzhen/?state=open')
  const day = linksOf(days).find((link) => /^\/openday\/\d+\/$/.test(link.getAttribute('href') ?? ''))
  const pages = [
    `/school/${await firstSchoolId('4403')}/`,
    day?.getAttribute('href') ?? '',
    '/toplist/shenzhen/',
    `/compare/?ids=${await firstSchoolId('4403')},${(await firstSchoolId('4403')) + 1}`,
  ]
  for (const page of pages) {
    const link = linksOf(await open(page)).find(({ textContent }) => textContent === '保存海报')
    const modal = await open(new URL(link?.getAttribute('href') ?? '', siteUrl() + page).href)
    const picture = modal.document.querySelector('dialog img')
    const poster = await fetch(new URL(picture?.getAttribute('src') ?? '', siteUrl()))
    expect([page, poster.status, poster.headers.get('content-type')]).toEqual([page, 200, 'image/jpeg'])
  }
})

test('the search finds a school by its name, part of it, its English name, pinyin and initials', async () => {
  const school = await open(`/school/${await firstSchoolId('4406')}/`)
  const name = headingOf(school)
  const english = school.document.querySelector('[lang="en"]')?.textContent ?? ''
  expect(english).not.toBe('')
  const form = (await open('/')).document.querySelector('form[role="search"], [role="search"] form')
  const field = form?.querySelector('input[type="search"]')?.getAttribute('name') ?? ''
  const full = pinyin(name, { toneType: 'none', type: 'array' }).join('')
  const initials = pinyin(name, { pattern: 'first', toneType: 'none', type: 'array' }).join('')
  for (const text of [name, name.slice(2, 6), english, full, initials]) {
    const found = await open(
      `${form?.getAttribute('action')}?${new URLSearchParams({ [field]: text }).toString()}`,
    )
    expect(found.path).toBe('/search/')
    expect(
      linksOf(found).some(({ textContent }) => textContent.includes(name)),
      text,
    ).toBe(true)
  }
})

test('addresses of the school list redirect as specified, with the stored city', async () => {
  const rows: [from: string, to: string][] = [
    ['/schoollist/ib/', '/schoollist/shenzhen/ib/'],
    ['/schoollist/IB/', '/schoollist/shenzhen/ib/'],
    ['/schoollist/国际学校/', '/schoollist/shenzhen/international/'],
    ['/schoollist/大鹏新区/', '/schoollist/shenzhen/dapeng/'],
    ['/schoollist/书院/', '/schoollist/书院/'],
    ['/schoollist/foshan/顺德/', '/schoollist/foshan/shunde/'],
    ['/schoollist/mars/ib/', '/404/'],
    ['/schoollist/beijing/', '/schoollist/beijing/'],
    ['/schoollist/书院/', '/schoollist/beijing/书院/'],
    ['/toplist/mars/', '/404/'],
    ['/mars/', '/404/'],
  ]
  let cookie = ''
  for (const [from, to] of rows) {
    const answer = await open(encodeURI(from), cookie)
    expect(answer.path, from).toBe(to)
    // The city that was visited last; the first value of a name counts.
    cookie = answer.cookie.split('; ').findLast((pair) => pair.startsWith('position=')) ?? ''
  }
})

test('every address without a trailing slash redirects to the one with it, with its query', async () => {
  for (const address of ['/city?x=1', '/schoollist/shenzhen?stage=high', '/school/1/faq?page=2']) {
    const response = await fetch(siteUrl() + address, { redirect: 'manual' })
    expect(response.status).toBe(301)
    expect(response.headers.get('location')).toBe(address.replace('?', '/?'))
  }
})

test('an unknown address answers 404 at its address with related links', async () => {
  const answer = await open('/no/such/%3Cb%3Epage/')
  expect(answer.status).toBe(404)
  const main = answer.document.querySelector('main')
  expect(main?.textContent).toContain('Page not found')
  expect(main?.textContent).toContain('/no/such/<b>page/')
  expect(answer.document.querySelector('[role="search"]')).not.toBeNull()
  expect(main?.querySelector('a[href="/schoollist/zhuhai/"]')).not.toBeNull()
})
