import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { JSDOM } from 'jsdom'
import { expect, test } from 'vitest'
import { phoneAgent } from '#tests/support/browser/browser.ts'
import { startCommand } from '#tests/support/operator/operator-process.ts'
import { beforeTests } from '#tests/support/runner/before-tests.ts'
import { startProcess, type SiteProcess } from '#tests/support/site/site-process.ts'

/**
 * What pages state where the operator has imported a list of names and set nothing: `bare-site.txt` has every sentence, with
 * the row, the setting or the behaviour of the site that it is true by. A sentence that it does not have fails here, until
 * somebody has said what it is true by.
 */
const allowed = new Map(
  readFileSync(new URL('bare-site.txt', import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line): [string, string] => {
      const [sentence = '', by = ''] = line.split(' | ')
      return [sentence, by]
    }),
)

const names = ['深圳甲一学校', '深圳乙二学校', '深圳丙三学校']
const pages = [
  '/',
  '/schoollist/shenzhen/',
  '/schoollist/shenzhen/?view=map',
  '/school/1/',
  '/school/1/admissions/',
  '/school/1/correction/',
  '/compare/?ids=1,2',
  '/planning/shenzhen/',
  '/planning/shenzhen/?grade=g1',
  '/toplist/shenzhen/',
  '/openday/shenzhen/',
  '/news/shenzhen/',
  '/search/?q=一',
  '/order/?orderType=consult',
  '/child/',
  '/city/',
  '/aboutus/',
  '/contact/',
  '/xiaobangmei/',
  '/cooperation/',
  '/course/shenzhen/',
  '/grade/shenzhen/',
  '/promote/shenzhen/',
]

let site: SiteProcess

beforeTests(async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'bare-'))
  site = await startProcess({ SAMPLE: 'off' })
  const rows = names.map((name) => JSON.stringify({ city: '深圳', name }))
  writeFileSync(path.join(folder, 'schools.jsonl'), rows.join('\n'))
  const done = startCommand(['import', 'schools.jsonl'], folder, { DATA_DIR: site.dataDir })
  if ((await done.ended) !== 0) throw new Error(done.lines.join('\n'))
  return async () => {
    await site.stop()
    rmSync(folder, { recursive: true, force: true })
  }
})

const blocks = 'title,h1,h2,h3,p,li,dt,dd,td,label,figcaption'

/** The sentences of a page, names and numbers as placeholders; what only names a place to go or a field to fill is left out. */
async function sentencesOf(address: string): Promise<string[]> {
  const answer = await fetch(site.url + encodeURI(address), { headers: { 'user-agent': phoneAgent } })
  const { document } = new JSDOM(await answer.text()).window
  for (const element of document.querySelectorAll('script, style, template, nav, select, svg'))
    element.remove()
  const texts = [...document.querySelectorAll(blocks)]
    .filter((element) => element.querySelector(blocks) === null)
    .filter((element) => !isLink(element))
    .map((element) => element.textContent)
  const description = document.querySelector('meta[name="description"]')?.getAttribute('content')
  return [...texts, description ?? '']
    .flatMap((text) => generalised(text).split(/(?<=[。；])/))
    .map((sentence) => sentence.trim())
    .filter((sentence) => /\p{Script=Han}/u.test(sentence))
}

function isLink(element: Element): boolean {
  const links = [...element.querySelectorAll('a, button')].map(({ textContent }) => textContent)
  return (
    links.length > 0 && element.textContent.replaceAll(/\s/g, '') === links.join('').replaceAll(/\s/g, '')
  )
}

function generalised(text: string): string {
  const named = names.reduce((whole, name) => whole.replaceAll(name, '{学校}'), text)
  return named
    .replaceAll(site.url, '')
    .replaceAll(/\/[\w%./?=&,-]+/g, '')
    .replaceAll('深圳', '{城市}')
    .replaceAll(/\d+/g, '{数}')
    .replaceAll(/\s+/g, ' ')
}

test('a site with names of schools only states nothing that no row, setting or behaviour of it holds', async () => {
  const found = new Map<string, string>()
  for (const address of pages)
    for (const sentence of await sentencesOf(address)) if (!found.has(sentence)) found.set(sentence, address)
  const unknown = [...found].filter(([sentence]) => !allowed.has(sentence))
  expect(unknown.map(([sentence, address]) => `${address}: ${sentence}`)).toEqual([])
  expect([...allowed.keys()].filter((sentence) => !found.has(sentence))).toEqual([])
  expect([...allowed].filter(([, by]) => by === '')).toEqual([])
})
