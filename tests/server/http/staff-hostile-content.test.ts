import { afterAll, beforeAll, expect, test } from 'vitest'
import { JSDOM } from 'jsdom'
import { showContentText } from '#server/contract/staff/content.ts'
import { saveDraft } from '#server/contract/staff/drafts.ts'
import type { DatabaseConnection } from '#server/db/connect.ts'
import { news } from '#server/db/schema/index.ts'
import { hostileHtml } from '#tests/support/content/hostile-texts.ts'
import { emptyDatabase, openTestDatabase } from '#tests/support/database/database.ts'
import { staffStage, type StaffStage } from '#tests/support/staff/staff-stage.ts'

/** What an editor writes reaches visitors as cleaned as an import's text: in the preview, and once it is published. */

let database: DatabaseConnection
let stage: StaffStage
let editor: string

beforeAll(async () => {
  database = await openTestDatabase()
  await emptyDatabase(database)
  stage = staffStage(database)
  await stage.member('张三', '13800000001', 'administrator')
  editor = await stage.sessionOf(await stage.member('李编辑', '13800000002', 'editor'))
})
afterAll(() => database.close())

// Double braces embed schools, and anything else between them is refused.
const texts = hostileHtml.map((text) => `<p>开头</p>${text.replaceAll('{{', '{ {')}`)

/** Elements, handlers and addresses that run in a page. */
function dangerousIn(html: string): string[] {
  const { body } = new JSDOM(html).window.document
  return [...body.querySelectorAll('*')]
    .filter(
      (element) =>
        element.matches(
          'script, style, svg, math, iframe, object, embed, form, input, template, base, meta',
        ) ||
        [...element.attributes].some(
          ({ name, value }) =>
            /^on|^style$|^srcdoc$/.test(name) ||
            /^(?:javascript|data|vbscript):/i.test(value.replaceAll(/[\s\p{Cc}]/gu, '')),
        ),
    )
    .map(({ outerHTML }) => outerHTML)
}

test('every preview is clean', async () => {
  let shown = 0
  for (const text of texts) {
    const answer = await stage.post('/api/staff/content-text', { kind: 'news', text }, editor)
    // Elements that are nested too deeply are refused.
    if (answer.code === 1001) continue
    const { html, parts = [] } = showContentText.data.parse(answer.data)
    const drawn = [html, ...parts.flatMap((part) => ('html' in part ? part.html : []))]
    expect(drawn.flatMap(dangerousIn), text).toEqual([])
    shown += 1
  }
  expect(shown).toBeGreaterThanOrEqual(texts.length - 1)
})

test('every article that is published is clean; what cannot be read or has no picture is refused', async () => {
  const refusals: string[] = []
  for (const [at, text] of texts.entries()) {
    if (at % 3 > 0) continue
    const changes = {
      title: `第 ${at} 条 ${text.slice(9, 60)}`,
      body: text,
      city: 'shenzhen',
      published_at: '2026-01-01 09:00',
      source: text.slice(9, 60),
    }
    const answer = await stage.post('/api/staff/drafts', { kind: 'news', changes }, editor)
    if (answer.code !== 1000) {
      refusals.push(answer.text)
      continue
    }
    const { id, version } = saveDraft.data.parse(answer.data)
    const published = await stage.post(`/api/staff/drafts/${id}/publish`, { version }, editor)
    if (published.code !== 1000) refusals.push(published.text)
  }
  expect(refusals.filter((words) => !/超过 100 层|没有存过图片/.test(words))).toEqual([])
  const stored = await database.db.select({ title: news.title, body: news.body }).from(news)
  expect(stored.length).toBeGreaterThan(texts.length / 4)
  expect(stored.map(({ title }) => title)).toContain(`第 0 条 ${texts[0]?.slice(9, 60)}`)
  expect(stored.flatMap(({ body }) => dangerousIn(body))).toEqual([])
}, 60_000)
