import { desc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  getContent,
  getContentForm,
  getContentHistory,
  listContent,
  restoreContent,
} from '#server/contract/staff/content.ts'
import { getDraft, listDrafts, saveDraft } from '#server/contract/staff/drafts.ts'
import { getStaffToday } from '#server/contract/staff/today.ts'
import type { DatabaseConnection } from '#server/db/connect.ts'
import {
  accessLog,
  contentDraft,
  news,
  school,
  schoolName,
  schoolStatement,
  staffMember,
} from '#server/db/schema/index.ts'
import { publishDueDrafts } from '#server/services/content/drafts/publish-due-drafts.ts'
import { filesByKind } from '#server/services/content/import/files-by-kind.ts'
import { importFiles } from '#server/services/content/import/import-files.ts'
import { dependenciesOn } from '#tests/support/api/api.ts'
import { emptyDatabase, openTestDatabase } from '#tests/support/database/database.ts'
import { failingAccessLog } from '#tests/support/staff/failing-access-log.ts'
import { staffStage, type StaffStage } from '#tests/support/staff/staff-stage.ts'

let database: DatabaseConnection
let stage: StaffStage
let editor: string
let other: string

beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  await emptyDatabase(database)
  stage = staffStage(database)
  await stage.member('张三', '13800000001', 'administrator')
  editor = await stage.sessionOf(await stage.member('李编辑', '13800000002', 'editor'))
  other = await stage.sessionOf(await stage.member('王编辑', '13800000003', 'editor'))
})

const images = () => dependenciesOn(database).images

async function importLines(kind: string, ...lines: object[]): Promise<void> {
  const bytes = Buffer.from(lines.map((line) => JSON.stringify(line)).join('\n'))
  const outcome = await importFiles(database, filesByKind([{ name: `${kind}.jsonl`, bytes }], kind), {
    signal: new AbortController().signal,
    onProgress: () => undefined,
    images: images(),
    folder: undefined,
    operator: '测试',
  })
  expect(outcome.problems.lines()).toEqual([])
}

const school1 = {
  name: '南山学校',
  city: '深圳',
  district: '南山区',
  stages: ['primary', 'middle'],
  tuition: [{ grades: 'g1-g6', year: 2026, day: 100_000 }],
  bus_lines: [
    {
      name: '1 号线',
      stops: [
        { stop: '蛇口', time: '06:50' },
        { stop: '后海', time: '07:05' },
      ],
    },
  ],
}

async function schoolId(): Promise<number> {
  const [row] = await database.db.select({ id: school.id }).from(school)
  return row?.id ?? 0
}

const row = async (kind: string, id: number, token = editor) =>
  getContent.data.parse((await stage.get(`/api/staff/content/${kind}/${id}`, token)).data)
const save = (body: object, token = editor) => stage.post('/api/staff/drafts', body, token)
const saved = async (body: object, token = editor) => saveDraft.data.parse((await save(body, token)).data)
const act = (verb: string, { id, version }: { id: number; version: number }, token = editor, more = {}) =>
  stage.post(`/api/staff/drafts/${id}/${verb}`, { version, ...more }, token)
const today = async (token: string) =>
  getStaffToday.data.parse((await stage.get('/api/staff/today', token)).data)
const draft = async (id: number, token = editor) =>
  getDraft.data.parse((await stage.get(`/api/staff/drafts/${id}`, token)).data)

test('a school is edited section by section, shown with its differences, and published with its former name and a log', async () => {
  await importLines('schools', school1)
  const id = await schoolId()
  const before = await row('schools', id)
  const base = before.version
  const cells = new Map(before.fields.map((field) => [field.name, field]))
  expect(cells.get('district')).toMatchObject({ label: '区', control: 'choice', value: '南山区' })
  expect(cells.get('district')?.options).toContainEqual({ value: '福田区', label: '福田区' })
  expect(cells.get('district')?.options).not.toContainEqual({ value: '天河区', label: '天河区' })
  expect(cells.get('bus_lines')?.columns).toContainEqual(
    expect.objectContaining({ name: 'price', hint: '元 / 年' }),
  )
  expect(cells.get('stages')).toMatchObject({ control: 'choices', value: 'primary|middle', section: 'basic' })
  expect(cells.get('bus_lines')?.rows).toMatchObject([
    { line: '1 号线', stop: '蛇口', time: '06:50' },
    { line: '1 号线', stop: '后海', time: '07:05' },
  ])
  const first = await saved({
    kind: 'schools',
    row_id: id,
    base,
    changes: { name: '南山外国语学校', district: '' },
  })
  const tuition = JSON.stringify([
    { grades: 'g1-g6', year: '2026', day: '100000' },
    { grades: '初一', year: '2026', day: '12万', boarding: '' },
    { grades: '' },
  ])
  const second = await saved({ ...first, kind: 'schools', changes: { tuition } })
  const shown = await draft(first.id)
  expect(shown.differences.map(({ field }) => field)).toEqual(['name', 'district', 'tuition'])
  expect(shown).toMatchObject({ title: '南山外国语学校', author: '李编辑', problems: [], outdated: false })
  expect(await database.db.select({ name: school.name }).from(school)).toEqual([{ name: '南山学校' }])

  expect(await act('publish', second)).toMatchObject({ code: 1000, data: { row_id: id } })
  const after = await row('schools', id)
  expect(after.fields.find(({ name }) => name === 'tuition')?.rows).toMatchObject([
    { grades: 'g1-g6', day: '100000' },
    { grades: 'g7', day: '120000' },
  ])
  expect(await database.db.select().from(school)).toMatchObject([{ name: '南山外国语学校', district: null }])
  expect(await database.db.select().from(schoolName)).toMatchObject([{ kind: 'former', name: '南山学校' }])
  expect((await draft(first.id)).state).toBe('published')
  const [entry] = await database.db.select().from(accessLog).orderBy(desc(accessLog.id)).limit(1)
  expect(entry).toMatchObject({
    command: 'staff drafts publish',
    record: `draft:${first.id}`,
    operator: '李编辑',
  })
})

test('a new school may choose a district of any city', async () => {
  const form = getContentForm.data.parse((await stage.get('/api/staff/content-forms/schools', editor)).data)
  const district = form.fields.find(({ name }) => name === 'district')
  expect(district?.options).toContainEqual({ value: '天河区', label: '广州 天河区' })
})

test('every field of the row is kept when one is changed', async () => {
  await importLines('schools', school1)
  const id = await schoolId()
  const before = await row('schools', id)
  const { id: draftId, version } = await saved({
    kind: 'schools',
    row_id: id,
    base: before.version,
    changes: { phone: '0755-26000000' },
  })
  await act('publish', { id: draftId, version })
  const after = await row('schools', id)
  const texts = (fields: typeof after.fields) =>
    fields
      .filter(({ name }) => name !== 'phone' && name !== 'statements')
      .map(({ name, value }) => `${name}: ${value}`)
  expect(texts(after.fields)).toEqual(texts(before.fields))
})

test('an edit is checked by its editor and states the source of what it changes, of nothing else', async () => {
  await importLines('schools', { ...school1, students: 300, source: '教育局名录', source_date: '2026-03-01' })
  const id = await schoolId()
  const { version: base } = await row('schools', id)
  const changes = { phone: '0755-26000000', students: '330', source: '学校官网', source_kind: 'school' }
  await act('publish', await saved({ kind: 'schools', row_id: id, base, changes }))
  const stored = await database.db.select().from(schoolStatement)
  expect(stored).toMatchObject([
    { facts: ['district', 'stages', 'tuition_min', 'tuition', 'bus_lines'], source: '教育局名录' },
    {
      facts: ['students', 'phone'],
      source: '学校官网',
      sourceKind: 'school',
      sourceDate: null,
      receivedOn: '2026-06-15',
      checkedOn: '2026-06-15',
      checkedBy: '李编辑',
      value: null,
    },
  ])
  expect((await row('schools', id)).fields.find(({ name }) => name === 'source')?.value).toBe('')
})

test('costs that follow from rows are no fields of the form, change with the rows, and cannot be typed beside them', async () => {
  await importLines('schools', school1)
  const id = await schoolId()
  const before = await row('schools', id)
  const named = (fields: typeof before.fields) => fields.map(({ name }) => name)
  expect(named(before.fields)).not.toContain('tuition_max')
  expect(named(before.fields)).toContain('total_cost_max')
  expect(before.fields.find(({ name }) => name === 'tuition')?.hint).toMatch(/^由明细算出：10.万 \/ 年；/)
  const edit = { kind: 'schools', row_id: id, base: before.version } as const
  const refused = await save({ ...edit, changes: { tuition_max: '260000' } })
  expect(Object(refused.data).fields.tuition_max).toMatch(/最高学费 26.万，各年级学费里最高的是 10.万/)
  const tuition = JSON.stringify([{ grades: 'g1-g6', year: '2026', day: '252000' }])
  const draftSaved = await saved({ ...edit, changes: { tuition } })
  expect(await act('publish', draftSaved)).toMatchObject({ code: 1000 })
  expect(await database.db.select().from(school)).toMatchObject([
    { tuitionMin: 252_000, tuitionMax: 252_000 },
  ])
})

test('a fact is marked as not published by its box, which empties it, and known again by its cell', async () => {
  await importLines('schools', { ...school1, students: 300, class_size: 24 })
  const id = await schoolId()
  const edit = async (changes: Record<string, string>) => {
    const { version: base } = await row('schools', id)
    return act('publish', await saved({ kind: 'schools', row_id: id, base, changes }))
  }
  const facts = { students: school.students, size: school.classSize, hidden: school.notPublished }
  const box = (await row('schools', id)).fields.find(({ name }) => name === 'not_published')
  expect(box).toMatchObject({ control: 'choices', value: '' })
  expect(box?.options).toContainEqual({ value: 'students', label: '在校生' })
  expect(await edit({ not_published: 'students|founded' })).toMatchObject({ code: 1000 })
  expect(await database.db.select(facts).from(school)).toEqual([
    { students: null, size: 24, hidden: ['founded', 'students'] },
  ])
  expect(await edit({ founded: '1999' })).toMatchObject({ code: 1000 })
  expect(await edit({ not_published: '', phone: '0755-26000000' })).toMatchObject({ code: 1000 })
  expect(await database.db.select(facts).from(school)).toEqual([{ students: null, size: 24, hidden: [] }])
})

test('wrong cells are refused field by field, and nothing is stored', async () => {
  await importLines('schools', school1)
  const id = await schoolId()
  const { version: base } = await row('schools', id)
  const reply = await save({
    kind: 'schools',
    row_id: id,
    base,
    changes: { founded: '前年', name: '', tuition: '[{"grades":"g1","year":"2026","day":"12"}]' },
  })
  expect(reply).toMatchObject({ code: 1001 })
  expect(Object.keys(Object(reply.data).fields).toSorted()).toEqual(['founded', 'name', 'tuition'])
  expect(await save({ kind: 'schools', row_id: id, base, changes: { updated_at: 'x' } })).toMatchObject({
    code: 1001,
  })
  expect(await save({ kind: 'schools', row_id: id, base, changes: { name: '南山学校' } })).toMatchObject({
    code: 1001,
  })
  expect(await database.db.select().from(contentDraft)).toEqual([])
})

test('two editors: the second is told when the row, or the draft, was changed meanwhile, and nothing is lost', async () => {
  await importLines('schools', school1)
  const id = await schoolId()
  const { version: base } = await row('schools', id)
  const mine = await saved({ kind: 'schools', row_id: id, base, changes: { phone: '0755-26000001' } })
  const theirs = await saved({ kind: 'schools', row_id: id, base, changes: { summary: '新的简介' } }, other)
  expect(await act('publish', theirs, other)).toMatchObject({ code: 1000 })
  expect(
    await save({ kind: 'schools', row_id: id, base, changes: { phone: '0755-26000002' } }),
  ).toMatchObject({ code: 1409 })
  expect(await act('publish', mine)).toMatchObject({ code: 1409 })
  expect((await draft(mine.id)).outdated).toBe(true)
  const rebased = saveDraft.data.parse((await act('rebase', mine)).data)
  expect(await act('publish', mine)).toMatchObject({ code: 1409 })
  expect(await act('publish', rebased)).toMatchObject({ code: 1000 })
  expect(await database.db.select().from(school)).toMatchObject([
    { phone: '0755-26000001', summary: '新的简介' },
  ])
  expect(await act('publish', rebased)).toMatchObject({ code: 1409 })
  expect(await save({ ...mine, kind: 'schools', changes: { phone: '0755-26000003' } })).toMatchObject({
    code: 1409,
  })
})

test('an import between the draft and its publishing is not overwritten', async () => {
  await importLines('schools', school1)
  const id = await schoolId()
  const { version: base } = await row('schools', id)
  const mine = await saved({ kind: 'schools', row_id: id, base, changes: { summary: '甲' } })
  await importLines('schools', { ...school1, summary: '乙' })
  expect(await act('publish', mine)).toMatchObject({ code: 1409 })
  expect(await database.db.select().from(school)).toMatchObject([{ summary: '乙' }])
})

test('a new article is published once, at once or at its time, with the checks of an import', async () => {
  const cells = {
    title: '新校开学',
    body: '## 校舍\n{{学校 999999}}',
    published_at: '2026-03-01T09:30',
    city: '440300',
  }
  const made = await saved({ kind: 'news', changes: cells })
  expect(await act('publish', made)).toMatchObject({
    code: 1001,
    data: { fields: { body: expect.stringContaining('999999') } },
  })
  const mended = await saved({ ...made, kind: 'news', changes: { body: '## 校舍\n新的。' } })
  expect(await act('schedule', mended, editor, { publish_at: '2020-01-01T09:00' })).toMatchObject({
    code: 1001,
  })
  const at = new Date(stage.clock.ms + 3_600_000)
  const text = new Date(at.getTime() + 8 * 3_600_000).toISOString().slice(0, 16)
  expect(await act('schedule', mended, editor, { publish_at: text })).toMatchObject({ code: 1000 })
  await publishDueDrafts({ database, images: images(), now: new Date(stage.clock.ms) })
  expect(await database.db.select().from(news)).toEqual([])
  for (let time = 0; time < 2; time += 1)
    await publishDueDrafts({ database, images: images(), now: new Date(at.getTime() + 60_000) })
  expect(await database.db.select().from(news)).toMatchObject([{ title: '新校开学' }])
  const [article] = await database.db.select().from(news)
  expect(await draft(made.id)).toMatchObject({ state: 'published', row_id: article?.id })
})

test('a publishing whose log cannot be written leaves row and draft as they were', async () => {
  await importLines('schools', school1)
  const id = await schoolId()
  const { version: base } = await row('schools', id)
  const mine = await saved({ kind: 'schools', row_id: id, base, changes: { summary: '甲' } })
  await failingAccessLog(database, async () => {
    expect(await act('publish', mine)).toMatchObject({ code: 1500 })
  })
  expect(await database.db.select().from(school)).toMatchObject([{ summary: null }])
  expect((await draft(mine.id)).state).toBe('draft')
  expect(await act('publish', mine)).toMatchObject({ code: 1000 })
})

test('a school proposes for itself alone; an editor publishes or refuses with a reason', async () => {
  await importLines('schools', school1, { ...school1, name: '福田学校', district: '福田区' })
  const rows = await database.db.select({ id: school.id, name: school.name }).from(school).orderBy(school.id)
  const [own = { id: 0 }, foreign = { id: 0 }] = rows
  const member = await stage.sessionOf(await stage.member('南山招生办', '13800000004', 'school', own.id))
  const foreignRow = await row('schools', foreign.id)
  expect(await stage.get(`/api/staff/content/schools/${foreign.id}`, member)).toMatchObject({ code: 1404 })
  const intrusion = {
    kind: 'schools',
    row_id: foreign.id,
    base: foreignRow.version,
    changes: { summary: '甲' },
  }
  expect(await save(intrusion, member)).toMatchObject({ code: 1404 })
  const theirs = await saved(intrusion)
  expect(await stage.get(`/api/staff/drafts/${theirs.id}`, member)).toMatchObject({ code: 1404 })
  expect(await act('discard', theirs, member)).toMatchObject({ code: 1404 })
  expect(await save({ kind: 'news', changes: { title: '新闻', body: '正文' } }, member)).toMatchObject({
    code: 1403,
  })
  const listed = listContent.data.parse((await stage.get('/api/staff/content/schools', member)).data)
  expect(listed.items.map(({ id }) => id)).toEqual([own.id])

  const asked = async (token: string) =>
    getContentForm.data
      .parse((await stage.get('/api/staff/content-forms/teachers', token)).data)
      .fields.map(({ name }) => name)
  expect(await asked(editor)).toEqual(expect.arrayContaining(['name', 'school', 'school_key']))
  expect((await asked(member)).filter((name) => name.startsWith('school'))).toEqual([])
  const teacher = await saved(
    { kind: 'teachers', changes: { name: '陈老师', role: '校长', school: '福田学校', city: '440300' } },
    member,
  )
  const proposed = saveDraft.data.parse((await act('propose', teacher, member)).data)
  expect(await act('publish', proposed, member)).toMatchObject({ code: 1403 })
  expect((await today(editor)).proposed_drafts?.count).toBe(1)
  const refused = saveDraft.data.parse((await act('refuse', proposed, editor, { reason: '请写学科' })).data)
  expect(await draft(teacher.id, member)).toMatchObject({ state: 'refused', reason: '请写学科' })
  expect((await today(editor)).proposed_drafts).toEqual({ count: 0 })
  expect(await today(member)).toMatchObject({ refused_drafts: { count: 1 } })
  const better = await saved({ ...refused, kind: 'teachers', changes: { subject: '数学' } }, member)
  const again = saveDraft.data.parse((await act('propose', better, member)).data)
  expect(await act('publish', again)).toMatchObject({ code: 1000 })
  const teachers = listContent.data.parse((await stage.get('/api/staff/content/teachers', member)).data)
  expect(teachers.items).toMatchObject([{ title: '陈老师', school: { id: own.id } }])
  expect(listDrafts.data.parse((await stage.get('/api/staff/drafts', member)).data).items).toEqual([])
})

/** Two schools, and the session of a member of the first. */
async function schoolMember() {
  await importLines('schools', school1, { ...school1, name: '福田学校', district: '福田区' })
  const [own = 0, foreign = 0] = (
    await database.db.select({ id: school.id }).from(school).orderBy(school.id)
  ).map(({ id }) => id)
  const member = await stage.sessionOf(await stage.member('南山招生办', '13800000004', 'school', own))
  return { own, foreign, member }
}

test('what a school changes in a scheduled draft waits for an editor again', async () => {
  const { own, member } = await schoolMember()
  const base = (await row('schools', own)).version
  const at = new Date(stage.clock.ms + 3_600_000)
  const publish_at = new Date(at.getTime() + 8 * 3_600_000).toISOString().slice(0, 16)
  const scheduledDraft = async () => {
    const made = await saved({ kind: 'schools', row_id: own, base, changes: { summary: '甲' } }, member)
    return saveDraft.data.parse((await act('schedule', made, editor, { publish_at })).data)
  }
  const edited = await scheduledDraft()
  await saved({ ...edited, kind: 'schools', changes: { rank: '1' } }, member)
  const { state, publish_at: publishAt } = await draft(edited.id)
  expect([state, publishAt]).toEqual(['draft', undefined])
  const rebased = await scheduledDraft()
  expect(await act('rebase', rebased, member)).toMatchObject({ code: 1000 })
  const byEditor = await scheduledDraft()
  await saved({ ...byEditor, kind: 'schools', changes: { summary: '乙' } })
  expect((await draft(byEditor.id)).state).toBe('scheduled')
  await act('discard', { ...byEditor, version: byEditor.version + 1 })
  await publishDueDrafts({ database, images: images(), now: new Date(at.getTime() + 60_000) })
  expect(await database.db.select().from(school).where(eq(school.id, own))).toMatchObject([
    { summary: null, rank: 1_000_000 },
  ])
})

test('drafts that editors write about a school are not the school’s to see, change or discard', async () => {
  const { own, member } = await schoolMember()
  const base = (await row('schools', own)).version
  const theirs = await saved({ kind: 'schools', row_id: own, base, changes: { state: 'closed' } })
  expect(await stage.get(`/api/staff/drafts/${theirs.id}`, member)).toMatchObject({ code: 1404 })
  for (const verb of ['propose', 'reopen', 'rebase', 'discard'])
    expect(await act(verb, theirs, member), verb).toMatchObject({ code: 1404 })
  expect(await save({ ...theirs, kind: 'schools', changes: { state: '' } }, member)).toMatchObject({
    code: 1404,
  })
  const preview = { calls: ['/api/schools'] }
  expect(await stage.post(`/api/staff/drafts/${theirs.id}/preview`, preview, member)).toMatchObject({
    code: 1404,
  })
  expect(listDrafts.data.parse((await stage.get('/api/staff/drafts', member)).data).items).toEqual([])
  expect((await row('schools', own, member)).drafts).toEqual([])
  const listed = listContent.data.parse((await stage.get('/api/staff/content/schools', member)).data)
  expect(listed.items.map(({ drafts }) => drafts)).toEqual([[]])
  const proposed = saveDraft.data.parse((await act('propose', theirs)).data)
  await act('refuse', proposed, editor, { reason: '请核对' })
  expect((await today(member)).refused_drafts).toEqual({ count: 0 })
  expect((await row('schools', own)).drafts).toHaveLength(1)
})

test('a row that a school adds stays its own, however often it is saved', async () => {
  const { own, member } = await schoolMember()
  const elsewhere = { school: '福田学校', school_district: '福田区' }
  const first = await saved({ kind: 'teachers', changes: { name: '陈老师', role: '校长' } }, member)
  const second = await saved({ ...first, kind: 'teachers', changes: elsewhere }, member)
  const third = await saved({ ...second, kind: 'teachers', changes: { subject: '数学' } }, member)
  expect(await act('publish', third)).toMatchObject({ code: 1000 })
  const teachers = async () =>
    listContent.data.parse((await stage.get('/api/staff/content/teachers', member)).data)
  const [teacher] = (await teachers()).items
  expect(teacher).toMatchObject({ title: '陈老师', school: { id: own } })
  const base = (await row('teachers', teacher?.id ?? 0)).version
  const moving = { kind: 'teachers', row_id: teacher?.id, base, changes: { ...elsewhere, subject: '语文' } }
  expect(await act('publish', await saved(moving, member))).toMatchObject({ code: 1000 })
  expect((await teachers()).items).toMatchObject([{ school: { id: own } }])
})

test('today names drafts that failed at their time to those who may publish', async () => {
  await importLines('schools', school1)
  const id = await schoolId()
  const base = (await row('schools', id)).version
  const scheduled = await saved({ kind: 'schools', row_id: id, base, changes: { summary: '甲' } })
  const at = new Date(stage.clock.ms + 3_600_000)
  const publish_at = new Date(at.getTime() + 8 * 3_600_000).toISOString().slice(0, 16)
  expect(await act('schedule', scheduled, editor, { publish_at })).toMatchObject({ code: 1000 })
  const second = await saved({ kind: 'schools', row_id: id, base, changes: { summary: '乙' } })
  expect(await act('publish', second)).toMatchObject({ code: 1000 })
  expect((await today(editor)).failed_drafts).toEqual({ count: 0 })
  await publishDueDrafts({ database, images: images(), now: new Date(at.getTime() + 60_000) })
  expect((await today(editor)).failed_drafts?.count).toBe(1)
  expect(await draft(scheduled.id)).toMatchObject({ state: 'draft', failed: true, outdated: true })
})

/** A school's proposal, scheduled by an editor; and the time a minute after its own. */
async function scheduledProposal() {
  const { own, member } = await schoolMember()
  const base = (await row('schools', own)).version
  const made = await saved({ kind: 'schools', row_id: own, base, changes: { summary: '甲' } }, member)
  const proposed = saveDraft.data.parse((await act('propose', made, member)).data)
  const at = stage.clock.ms + 3_600_000
  const publish_at = new Date(at + 8 * 3_600_000).toISOString().slice(0, 16)
  const scheduled = saveDraft.data.parse((await act('schedule', proposed, editor, { publish_at })).data)
  const run = (now: number) => publishDueDrafts({ database, images: images(), now: new Date(now) })
  return { own, scheduled, run, due: at + 60_000 }
}

const publishings = () =>
  database.db.select().from(accessLog).where(eq(accessLog.command, 'staff drafts publish'))

test('a scheduled draft is published in the name of who scheduled it, marked as by schedule', async () => {
  const { own, run, due } = await scheduledProposal()
  await run(due)
  expect(await publishings()).toMatchObject([{ operator: '李编辑', details: { by: 'schedule' } }])
  const history = await stage.get(`/api/staff/content/schools/${own}/history`, editor)
  expect(getContentHistory.data.parse(history.data).items).toMatchObject([
    { operator: '李编辑（定时发布）' },
    { operator: '测试' },
  ])
})

test('who edits a scheduled draft answers for it, in place of who scheduled it', async () => {
  const { scheduled, run, due } = await scheduledProposal()
  await saved({ ...scheduled, kind: 'schools', changes: { summary: '乙' } }, other)
  await run(due)
  expect(await publishings()).toMatchObject([{ operator: '王编辑' }])
})

test.for([
  { what: 'was closed', change: { closedAt: new Date() } },
  { what: 'may not publish any more', change: { role: 'advisor' as const } },
])('a scheduled draft whose editor $what is an ordinary one again, which today names', async ({ change }) => {
  const { own, scheduled, run, due } = await scheduledProposal()
  await database.db.update(staffMember).set(change).where(eq(staffMember.name, '李编辑'))
  await run(stage.clock.ms)
  expect(await draft(scheduled.id, other)).toMatchObject({
    state: 'draft',
    failed: true,
    problems: [{ message: expect.stringContaining('请另一位编辑') }],
  })
  expect((await today(other)).failed_drafts?.count).toBe(1)
  await run(due)
  expect(await publishings()).toEqual([])
  expect(
    await database.db.select().from(accessLog).where(eq(accessLog.command, 'drafts return')),
  ).toHaveLength(1)
  const again = await draft(scheduled.id, other)
  expect(await act('publish', again, other)).toMatchObject({ code: 1000, data: { row_id: own } })
})

test('a row is withdrawn and shown again, with the reason in its draft', async () => {
  await importLines('news', { title: '旧闻', body: '正文', published_at: '2026-03-01' })
  const [article = { id: 0 }] = await database.db.select({ id: news.id }).from(news)
  const { version } = await row('news', article.id)
  const send = (verb: string, given: string) =>
    stage.post(`/api/staff/content/news/${article.id}/${verb}`, { version: given, reason: '过期' }, editor)
  expect(await send('reinstate', version)).toMatchObject({ code: 1409 })
  expect(await send('withdraw', version)).toMatchObject({ code: 1000 })
  expect(await send('withdraw', version)).toMatchObject({ code: 1409 })
  const withdrawn = await row('news', article.id)
  expect(withdrawn.withdrawn_at).toBeDefined()
  expect(await send('reinstate', withdrawn.version)).toMatchObject({ code: 1000 })
  expect((await row('news', article.id)).withdrawn_at).toBeUndefined()
  const drafts = await database.db.select().from(contentDraft).where(eq(contentDraft.rowId, article.id))
  expect(drafts).toMatchObject([
    { state: 'published', reason: '过期' },
    { state: 'published', reason: '过期' },
  ])
})

test('the history of a row names who changed which cells, and what was before a change becomes a draft', async () => {
  await importLines('schools', school1)
  const id = await schoolId()
  const path = `/api/staff/content/schools/${id}`
  const edit = async (changes: object) => {
    const { version: base } = await row('schools', id)
    const made = await saved({ kind: 'schools', row_id: id, base, changes })
    expect(await act('publish', made)).toMatchObject({ code: 1000 })
  }
  const fees = JSON.stringify([{ label: '报名费', amount: '2000', per: 'once' }])
  await edit({ summary: '甲', fees })
  await edit({ summary: '乙', fees: '', bus_lines: '' })
  const history = getContentHistory.data.parse((await stage.get(`${path}/history`, editor)).data)
  expect(history.items).toMatchObject([
    {
      operator: '李编辑',
      added: false,
      differences: [
        { field: 'fees', label: '其他费用', before: expect.stringContaining('报名费'), after: '' },
        { field: 'bus_lines', after: '' },
        { field: 'summary', before: '甲', after: '乙' },
      ],
    },
    {
      differences: [
        { field: 'fees', before: '' },
        { field: 'summary', before: '', after: '甲' },
      ],
    },
    { operator: '测试', added: true, differences: [] },
  ])
  const [latest, , first] = history.items
  const restore = (importId: number | undefined, token = editor) =>
    stage.post(`${path}/restore`, { import_id: importId }, token)
  expect(await restore(first?.import_id)).toMatchObject({ code: 1404 })
  const restored = restoreContent.data.parse((await restore(latest?.import_id)).data)
  const { version } = await draft(restored.draft)
  expect(await act('publish', { id: restored.draft, version })).toMatchObject({ code: 1000 })
  const now = new Map((await row('schools', id)).fields.map((field) => [field.name, field.value]))
  expect(now.get('summary')).toBe('甲')
  expect(now.get('fees')).toContain('报名费')
  expect(now.get('bus_lines')).toContain('后海')
  expect(await restore(latest?.import_id)).toMatchObject({ code: 1001 })
})

test('an edit of a school changes no names in its history, whatever order they are stored in', async () => {
  await importLines('schools', { ...school1, aliases: ['南山', 'NSS'] })
  const id = await schoolId()
  const { version: base } = await row('schools', id)
  const made = await saved({ kind: 'schools', row_id: id, base, changes: { summary: '甲' } })
  expect(await act('publish', made)).toMatchObject({ code: 1000 })
  const { data } = await stage.get(`/api/staff/content/schools/${id}/history`, editor)
  expect(getContentHistory.data.parse(data).items[0]?.differences).toMatchObject([{ field: 'summary' }])
})

test('a new row without anything is asked for what it needs', async () => {
  expect(await save({ kind: 'news', changes: {} })).toMatchObject({
    code: 1001,
    data: { fields: { title: '请填写标题', body: '请填写正文', published_at: '请填写发布时间' } },
  })
})
