import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { JSDOM } from 'jsdom'
import { getContent, showContentText } from '#server/contract/staff/content.ts'
import { getDraft, saveDraft } from '#server/contract/staff/drafts.ts'
import type { DatabaseConnection } from '#server/db/connect.ts'
import { contentDraft, news } from '#server/db/schema/index.ts'
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

const long = `第一行\n\n${'!'.repeat(5001)}`
const tooLong = '第 3 行（“!!!!!!!!!!…”）有 5001 个字，一行最多 5000 个字：请在中间换行'
const article = { title: '开学', city: 'shenzhen', published_at: '2026-01-01 09:00' }

test('a line that is too long is named in the preview and in the form, and the draft stays as it was', async () => {
  const preview = await stage.post('/api/staff/content-text', { kind: 'news', text: long }, editor)
  expect(preview).toMatchObject({ code: 1001, data: { fields: { text: tooLong } } })
  const refused = await stage.post(
    '/api/staff/drafts',
    { kind: 'news', changes: { ...article, body: long } },
    editor,
  )
  expect(refused).toMatchObject({ code: 1001, data: { fields: { body: tooLong } } })
  const changes = { ...article, body: '第一行' }
  const saved = await stage.post('/api/staff/drafts', { kind: 'news', changes }, editor)
  const { id, version } = saveDraft.data.parse(saved.data)
  const again = { id, version, kind: 'news', changes: { body: long } }
  expect((await stage.post('/api/staff/drafts', again, editor)).code).toBe(1001)
  const { data } = await stage.get(`/api/staff/drafts/${id}`, editor)
  expect(getDraft.data.parse(data)).toMatchObject({ version, problems: [] })
})

test.each([
  ['/api/staff/content-text', '13800000005', (text: string) => ({ kind: 'news', text })],
  ['/api/staff/drafts', '13800000006', (body: string) => ({ kind: 'news', changes: { ...article, body } })],
])(
  '%s: texts of a member wait for that member alone, and no more than five at once',
  async (path, phone, bodyOf) => {
    const other = await stage.sessionOf(await stage.member('王编辑', phone, 'editor'))
    const slow = `${'*a_'.repeat(1500)}\n`.repeat(40)
    const post = async (text: string, token: string) => (await stage.post(path, bodyOf(text), token)).code
    const first = post(slow, editor)
    // By then the first one, which takes seconds, has its turn.
    for (let nth = 0; nth < 3; nth += 1) await stage.get('/api/staff/me', editor)
    const own = Promise.all([first, ...['一', '二', '三', '四', '五'].map((text) => post(text, editor))])
    const others = await post('六', other)
    expect((await own).toSorted((a, b) => a - b)).toEqual([1000, 1000, 1000, 1000, 1001, 1503])
    expect(others).toBe(1000)
  },
  30_000,
)

test('a draft from before the limits is opened with its text and what is wrong with it', async () => {
  const [draft] = await database.db
    .insert(contentDraft)
    .values({ kind: 'news', title: '旧草稿', changes: { ...article, body: long }, author: '李编辑' })
    .returning()
  const { data } = await stage.get(`/api/staff/drafts/${draft?.id}`, editor)
  const { fields, problems } = getDraft.data.parse(data)
  expect(fields.find(({ name }) => name === 'body')?.value).toBe(long)
  expect(problems).toEqual([{ field: 'body', message: tooLong }])
})

test.each([
  ['a longer line', '字'.repeat(6000)],
  ['more elements', '<p>字</p>\n'.repeat(5001).trim()],
])('an article that was stored with %s is shown, and edited without its text', async (what, body) => {
  const [row] = await database.db
    .insert(news)
    .values({ title: `旧文章 ${what}`, cityCode: '4403', body, publishedAt: new Date(0) })
    .returning()
  const id = row?.id ?? 0
  expect((await stage.get(`/api/news/${id}`)).text).toContain('字')
  const { version: base } = getContent.data.parse(
    (await stage.get(`/api/staff/content/news/${id}`, editor)).data,
  )
  const edit = { kind: 'news', row_id: id, base, changes: { title: `新标题 ${what}` } }
  const draft = saveDraft.data.parse((await stage.post('/api/staff/drafts', edit, editor)).data)
  const published = await stage.post(
    `/api/staff/drafts/${draft.id}/publish`,
    { version: draft.version },
    editor,
  )
  expect(published.code).toBe(1000)
  expect(await database.db.select().from(news).where(eq(news.id, id))).toMatchObject([
    { title: `新标题 ${what}`, body },
  ])
})
