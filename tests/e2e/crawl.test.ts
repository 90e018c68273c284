import { JSDOM } from 'jsdom'
import { beforeAll, expect, test } from 'vitest'
import { phoneAgent } from '#tests/support/browser.ts'
import { siteUrl } from '#tests/support/site-url.ts'

/** What the crawl keeps of a page. */
type Visited = {
  path: string
  from: string
  status: number
  title: string
  problems: string[]
  indexable: boolean
  canonical: string
}

const visited = new Map<string, Visited>()
const atOnce = 4

function textOf(document: Document, selector: string, attribute: string): string {
  return document.querySelector(selector)?.getAttribute(attribute)?.trim() ?? ''
}

/** The rules that hold on every page of the site. */
function problemsOf(document: Document, html: string): string[] {
  const problems: string[] = []
  const must = (holds: boolean, words: string) => {
    if (!holds) problems.push(words)
  }
  must(document.documentElement.lang === 'zh-CN', 'lang is not zh-CN')
  must(document.querySelectorAll('h1').length === 1, `${document.querySelectorAll('h1').length} h1`)
  must((document.querySelector('h1')?.textContent.trim() ?? '') !== '', 'empty h1')
  must(document.querySelectorAll('main').length === 1, 'not one main')
  for (const name of ['keywords', 'description']) {
    const content = textOf(document, `meta[name="${name}"]`, 'content')
    must(content !== '', `no ${name}`)
    must(!/[{}]|undefined|null|NaN|\[object/.test(content), `${name}: ${content}`)
  }
  must(
    document.title !== '' && !/[{}]|undefined|null|NaN|\[object/.test(document.title),
    `title: ${document.title}`,
  )
  must(document.querySelectorAll('[style]').length === 0, 'a style attribute')
  must(!html.includes('\0'), 'U+0000')
  must(
    !/undefined|NaN|\[object /.test(document.querySelector('main')?.textContent ?? ''),
    'an unfilled value in main',
  )
  for (const image of document.querySelectorAll('img')) {
    must(
      image.hasAttribute('alt') && image.hasAttribute('width') && image.hasAttribute('height'),
      `img ${image.src}`,
    )
  }
  const ids = [...document.querySelectorAll('[id]')].map((element) => element.id)
  must(new Set(ids).size === ids.length, `a double id: ${ids.find((id, index) => ids.indexOf(id) !== index)}`)
  return problems
}

function linksOf(document: Document): string[] {
  return [...document.querySelectorAll('a[href]:not([rel~="nofollow"])')]
    .map((link) => link.getAttribute('href') ?? '')
    .filter((href) => href.startsWith('/') && !href.startsWith('//'))
    .map((href) => href.split('#')[0] ?? '')
    .filter((href) => href !== '')
}

async function visit(path: string, from: string): Promise<string[]> {
  const response = await fetch(siteUrl() + path, {
    headers: { 'user-agent': phoneAgent },
    redirect: 'manual',
  })
  const html = await response.text()
  // Reading the styles and scripts of some thousand pages would cost most of the time.
  const { document } = new JSDOM(html.replaceAll(/<(style|script)\b[^]*?<\/\1>/g, '')).window
  const links = linksOf(document)
  const crooked = links.filter((href) => !/^[^?]*\/(?:\?|$)/.test(href))
  visited.set(path, {
    path,
    from,
    status: response.status,
    title: document.title,
    problems: [...problemsOf(document, html), ...crooked.map((href) => `link without slash: ${href}`)],
    indexable: !textOf(document, 'meta[name="robots"]', 'content').includes('noindex'),
    canonical: textOf(document, 'link[rel="canonical"]', 'href'),
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
        if (!known.has(path)) queue.push({ path, from: entry.path })
        known.add(path)
      }
    }
  }
  while (queue.length > 0) await Promise.all(Array.from({ length: atOnce }, work))
}, 600_000)

const pages = () => [...visited.values()]

test('the crawl reaches every family of pages of every city', () => {
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
  expect(schools.length).toBeGreaterThanOrEqual(140)
})

test('no link is broken or redirects', () => {
  const wrong = pages().filter((page) => page.status !== 200 && page.path !== '/404/')
  expect(wrong.map(({ path, from, status }) => `${status} ${path} from ${from}`)).toEqual([])
})

test('every page has one h1, its texts, its language, and links that end in a slash', () => {
  const wrong = pages().flatMap(({ path, problems }) => problems.map((problem) => `${path}: ${problem}`))
  expect(wrong.slice(0, 40)).toEqual([])
})

test('every indexable page names a canonical address, and no two of them share a title', () => {
  const byTitle = new Map<string, Set<string>>()
  for (const { title, indexable, canonical, path } of pages()) {
    if (!indexable) continue
    expect(canonical, path).toMatch(/^https:\/\/school\.example\/(?:.*\/)?(?:\?.*)?$/)
    const isItself = canonical === `https://school.example${path}`
    if (isItself) byTitle.set(title, (byTitle.get(title) ?? new Set()).add(canonical))
  }
  const shared = [...byTitle].filter(([, paths]) => paths.size > 1).map(([title, paths]) => [title, ...paths])
  expect(shared.slice(0, 20)).toEqual([])
})
