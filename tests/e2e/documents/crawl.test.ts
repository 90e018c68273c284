import { beforeAll, expect, test } from 'vitest'
import { phoneAgent } from '#tests/support/browser/browser.ts'
import { attribute, pageTree, textOf, type PageTree } from '#tests/support/pages/page-tree.ts'
import { isProof } from '#tests/support/runner/sample.ts'
import { siteUrl } from '#tests/support/site/site-url.ts'

/** What the crawl keeps of a page. */
type Visited = {
  path: string
  from: string
  status: number
  title: string
  problems: string[]
  indexable: boolean
  canonicals: string[]
}

const visited = new Map<string, Visited>()
const atOnce = 8
const origin = 'https://school.example'

/** Content of a page's `meta` of one name. */
function metaOf(page: PageTree, name: string): string {
  const found = page.all('meta').find((meta) => attribute(meta, 'name') === name)
  return attribute(found, 'content')?.trim() ?? ''
}

const unfilled = /[{}]|undefined|null|NaN|\[object/

/** The rules that hold on every page of the site. */
function problemsOf(page: PageTree, html: string): string[] {
  const problems: string[] = []
  const must = (isMet: boolean, words: string) => {
    if (!isMet) problems.push(words)
  }
  const headings = page.all('h1')
  const title = textOf(page.all('title')[0])
  must(attribute(page.all('html')[0], 'lang') === 'zh-CN', 'lang is not zh-CN')
  must(headings.length === 1, `${headings.length} h1`)
  must(textOf(headings[0]).trim() !== '', 'empty h1')
  must(page.all('main').length === 1, 'not one main')
  for (const name of ['keywords', 'description']) {
    const content = metaOf(page, name)
    must(content !== '', `no ${name}`)
    must(!unfilled.test(content), `${name}: ${content}`)
  }
  must(title !== '' && !unfilled.test(title), `title: ${title}`)
  must(!page.all().some((element) => attribute(element, 'style') !== undefined), 'a style attribute')
  must(!html.includes('\0'), 'U+0000')
  must(!/undefined|NaN|\[object /.test(textOf(page.all('main')[0])), 'an unfilled value in main')
  // A picture for paper alone moves nothing.
  for (const image of page.all('img').filter((each) => !attribute(each, 'src')?.startsWith('/media/qr/'))) {
    const isSized = ['alt', 'width', 'height'].every((name) => attribute(image, name) !== undefined)
    must(isSized, `img ${attribute(image, 'src')}`)
  }
  const ids = page.all().flatMap((element) => attribute(element, 'id') ?? [])
  must(new Set(ids).size === ids.length, `a double id: ${ids.find((id, index) => ids.indexOf(id) !== index)}`)
  return problems
}

function linksOf(page: PageTree): string[] {
  return page
    .all('a')
    .filter((link) => !attribute(link, 'rel')?.split(' ').includes('nofollow'))
    .map((link) => attribute(link, 'href') ?? '')
    .filter((href) => href.startsWith('/') && !href.startsWith('//'))
    .map((href) => href.split('#')[0] ?? '')
    .filter((href) => href !== '')
}

/** The pages that one template makes many of, each with its number or words, and of how many one is crawled. */
const sampled: readonly [pages: RegExp, oneIn: number][] = [
  [/^\/school\/(\d+)\/./, 24],
  [/^\/school\/(\d+)\/$/, 6],
  [/^\/news\/(\d+)\/$/, 10],
  [/^\/schoollist\/(?!shenzhen\/)(\w+\/[^/]+)\/$/, 16],
  [/^\/course(\w+\/\w+)\/$/, 10],
  [/\?(.+)$/, 10],
]

/** Every page when the proofs run; else those of `sampled` in part, the same ones in every run. */
function isCrawled(path: string): boolean {
  if (isProof) return true
  for (const [pages, oneIn] of sampled) {
    const [, name] = pages.exec(path) ?? []
    if (name !== undefined) return numberOf(name) % oneIn === 0
  }
  return true
}

/** A page's number, or one that its words make. */
function numberOf(name: string): number {
  return /^\d+$/.test(name) ? Number(name) : Buffer.from(name).reduce((sum, byte) => sum + byte, 0)
}

/** A visitor who once liked something: gets every page rendered anew, so that none is compressed to be kept. */
const visitor = { 'user-agent': phoneAgent, cookie: 'vid=crawl', 'accept-encoding': 'identity' }

async function visit(path: string, from: string): Promise<string[]> {
  const response = await fetch(siteUrl() + path, { headers: visitor, redirect: 'manual' })
  const html = await response.text()
  const page = pageTree(html)
  const links = linksOf(page)
  const crooked = links.filter((href) => !/^[^?]*\/(?:\?|$)/.test(href))
  const canonicals = page.all('link').filter((link) => attribute(link, 'rel') === 'canonical')
  visited.set(path, {
    path,
    from,
    status: response.status,
    title: textOf(page.all('title')[0]),
    problems: [...problemsOf(page, html), ...crooked.map((href) => `link without slash: ${href}`)],
    indexable: !metaOf(page, 'robots').includes('noindex'),
    canonicals: canonicals.map((link) => attribute(link, 'href') ?? ''),
  })
  return links
}

/** Walks every internal link from the home pages on; a few at once. */
beforeAll(async () => {
  const queue = ['/', '/404/'].map((path) => ({ path, from: '' }))
  const known = new Set(queue.map((entry) => entry.path))
  const work = async () => {
    for (let entry = queue.pop(); entry; entry = queue.pop()) {
      for (const path of await visit(entry.path, entry.from)) {
        if (!known.has(path) && isCrawled(path)) queue.push({ path, from: entry.path })
        known.add(path)
      }
    }
  }
  while (queue.length > 0) await Promise.all(Array.from({ length: atOnce }, work))
}, 600_000)

const pages = () => [...visited.values()]

test('the crawl reaches every kind of page', () => {
  const families = [
    /^\/$/,
    /^\/beijing\/$/,
    /^\/city\/$/,
    /^\/search\/$/,
    /^\/schoollist\/zhuhai\/$/,
    /^\/schoollist\/shenzhen\/dapeng\/$/,
    /^\/toplist\/foshan\/$/,
    /^\/grade\/huizhou\/$/,
    /^\/school\/\d+\/$/,
    /^\/school\/\d+\/aboutus\/$/,
    /^\/school\/\d+\/admissions\/$/,
    /^\/school\/\d+\/faq\/$/,
    /^\/school\/\d+\/graduates\/$/,
    /^\/school\/\d+\/graduates\/\d+\/$/,
    /^\/school\/\d+\/teachers\/$/,
    /^\/school\/\d+\/news\/$/,
    /^\/school\/\d+\/news\/\d+\/$/,
  ]
  for (const family of families)
    expect(
      pages().some((page) => family.test(page.path)),
      String(family),
    ).toBe(true)
  const schools = pages().filter((page) => /^\/school\/\d+\/$/.test(page.path))
  expect(schools.length).toBeGreaterThanOrEqual(isProof ? 140 : 20)
})

test('no link is broken or redirects', () => {
  const wrong = pages().filter((page) => page.status !== 200 && page.path !== '/404/')
  expect(wrong.map(({ path, from, status }) => `${status} ${path} from ${from}`)).toEqual([])
})

test('every page has one h1, its texts, its language, and links that end in a slash', () => {
  const wrong = pages().flatMap(({ path, problems }) => problems.map((problem) => `${path}: ${problem}`))
  expect(wrong.slice(0, 40)).toEqual([])
})

test('every indexable page has one canonical address, which answers 200 with itself as canonical', async () => {
  const wrong: string[] = []
  for (const { path, indexable, canonicals, status } of pages()) {
    if (status === 200 && canonicals.length !== (indexable ? 1 : 0))
      wrong.push(`${path}: ${canonicals.join()}`)
    for (const canonical of canonicals) {
      expect(canonical, path).toMatch(/^https:\/\/school\.example\/(?:.*\/)?(?:\?.*)?$/)
      const address = canonical.slice(origin.length)
      if (!visited.has(address)) await visit(address, path)
      const target = visited.get(address)
      if (target?.status !== 200 || !target.indexable || target.canonicals[0] !== canonical)
        wrong.push(`${path}: ${canonical} has ${target?.canonicals.join()}`)
    }
  }
  expect(wrong.slice(0, 20)).toEqual([])
})

test('no two indexable addresses share a title', () => {
  const byTitle = new Map<string, Set<string>>()
  for (const { title, indexable, canonicals } of pages()) {
    const [canonical] = canonicals
    if (!indexable || canonical === undefined) continue
    const itself = visited.get(canonical.slice(origin.length))
    byTitle.set(itself?.title ?? title, (byTitle.get(itself?.title ?? title) ?? new Set()).add(canonical))
  }
  expect(byTitle.size).toBeGreaterThan(isProof ? 1500 : 150)
  const shared = [...byTitle].filter(([, paths]) => paths.size > 1).map(([title, paths]) => [title, ...paths])
  expect(shared.slice(0, 20)).toEqual([])
})
