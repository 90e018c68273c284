import { JSDOM } from 'jsdom'
import { beforeAll, expect, test } from 'vitest'
import { phoneAgent } from '#tests/support/browser/browser.ts'
import { firstSchoolId, siteUrl } from '#tests/support/site/site-url.ts'

let schoolId = 0
let otherId = 0

beforeAll(async () => {
  schoolId = await firstSchoolId()
  otherId = await firstSchoolId('1101')
})

async function open(path: string) {
  const response = await fetch(siteUrl() + path, { headers: { 'user-agent': phoneAgent } })
  const { document } = new JSDOM(await response.text()).window
  const robots = document.querySelector('meta[name="robots"]')?.getAttribute('content') ?? ''
  return { status: response.status, document, title: document.title, indexable: !robots.includes('noindex') }
}

async function firstOf(call: string, id: number): Promise<number> {
  const response = await fetch(`${siteUrl()}/api/school/${call}?school_id=${id}`)
  const body: { data: { items: { id: number }[] } } = await response.json()
  const first = body.data.items[0]?.id
  if (first === undefined) throw new Error(`the sample school has ${call}`)
  return first
}

test('every school shows the same facts in the same order', async () => {
  for (const id of [schoolId, otherId]) {
    const { document } = await open(`/school/${id}/`)
    const labels = [...document.querySelectorAll('section[aria-labelledby="facts"] dt')].map(
      (label) => label.textContent,
    )
    expect(labels.slice(0, 17)).toEqual([
      '办学类型',
      '学段',
      '课程',
      '教学语言',
      '住校',
      '建校',
      '在校生',
      '班级人数',
      '师生比',
      '外教占比',
      '支持项目',
      '在校时间',
      '学费',
      '一年总费用',
      '区域',
      '地址',
      '电话',
    ])
  }
})

test.each(['0', '-1', 'abc', '1e3', '012', '9999999999', '999999999'])(
  'the unknown school %s answers 404 at its own address, with search and cities',
  async (id) => {
    for (const part of ['', 'aboutus/', 'graduates/1/']) {
      const { status, document, indexable } = await open(`/school/${id}/${part}`)
      expect(status).toBe(404)
      expect(indexable).toBe(false)
      expect(document.querySelectorAll('main form[role="search"]')).toHaveLength(1)
      expect(document.querySelector('main a[href="/schoollist/zhuhai/"]')).not.toBeNull()
    }
  },
)

test('an item of another school answers 404 within the requested school', async () => {
  const graduate = await firstOf('graduates', otherId)
  const news = await firstOf('views', otherId)
  for (const item of [`graduates/${graduate}/`, `news/${news}/`]) {
    expect((await open(`/school/${otherId}/${item}`)).status).toBe(200)
    const { status, document } = await open(`/school/${schoolId}/${item}`)
    expect(status).toBe(404)
    expect(document.querySelector(`main a[href="/school/${schoolId}/"]`)).not.toBeNull()
  }
})

test('the first page of a list is canonical without a number, and a page beyond the end leads to the last one', async () => {
  const first = await open(`/school/${schoolId}/faq/?page=1`)
  expect(first.status).toBe(200)
  expect(first.title).not.toContain('第1页')
  expect((await open(`/school/${schoolId}/faq/?page=nope`)).status).toBe(200)
  const beyond = await fetch(`${siteUrl()}/school/${schoolId}/faq/?page=999`, { redirect: 'manual' })
  expect(beyond.status).toBe(302)
  expect(beyond.headers.get('location')).toMatch(new RegExp(`^/school/${schoolId}/faq/(?:\\?page=\\d)?$`))
})

test('the pages of one school have titles of their own', async () => {
  const parts = ['', 'aboutus/', 'admissions/', 'faq/', 'graduates/', 'teachers/', 'news/']
  const titles = await Promise.all(
    parts.map(async (part) => (await open(`/school/${schoolId}/${part}`)).title),
  )
  expect(new Set(titles).size).toBe(parts.length)
})

test('an address in other letters redirects to the same page', async () => {
  const { status, document } = await open(`/school/${schoolId}/AboutUs/`)
  expect(status).toBe(200)
  expect(document.querySelectorAll('h1')).toHaveLength(1)
  expect(document.querySelector('nav[aria-label="学校栏目"] [aria-current="page"]')?.textContent).toBe('简介')
})
