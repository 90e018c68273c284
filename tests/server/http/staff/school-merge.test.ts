import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { getContent } from '#server/contract/staff/content.ts'
import { compareSchoolMerge } from '#server/contract/staff/school-merge.ts'
import type { DatabaseConnection } from '#server/db/connect.ts'
import {
  accessLog,
  banner,
  clue,
  collect,
  collectNote,
  consent,
  contentDraft,
  event,
  importRecord,
  news,
  openDay,
  ranking,
  rankingPlace,
  registration,
  school,
  schoolStatement,
  schoolView,
  session,
  staffMember,
  teacher,
  visitor,
} from '#server/db/schema/index.ts'
import { filesByKind } from '#server/services/content/import/files-by-kind.ts'
import { importFiles } from '#server/services/content/import/import-files.ts'
import { makeNotices } from '#server/services/open-days/make-notices.ts'
import { storedText } from '#server/services/content/texts/stored-text.ts'
import { hashOfToken, newToken } from '#server/services/accounts/token.ts'
import { ask, dependenciesOn, json } from '#tests/support/api/api.ts'
import { emptyDatabase, openTestDatabase } from '#tests/support/database/database.ts'
import { leadFields } from '#tests/support/leads/leads.ts'
import { failingAccessLog } from '#tests/support/staff/failing-access-log.ts'
import { staffStage, type StaffStage } from '#tests/support/staff/staff-stage.ts'

const inAYear = new Date(Date.now() + 365 * 86_400_000)

let database: DatabaseConnection
let stage: StaffStage
let editor: string
let stay: number
let go: number

beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

const schools = [
  {
    name: '南山学校',
    city: '深圳',
    district: '南山区',
    requests_agreed_on: '2026-01-05',
    phone: '0755-11112222',
    tuition_min: 100_000,
    tuition_max: 150_000,
    fees: [{ label: '报名费', amount: 2000, per: 'once' }],
  },
  {
    name: '南山实验学校',
    city: '深圳',
    district: '南山区',
    requests_agreed_on: '2026-01-05',
    aliases: '南实',
    former_names: '蛇口小学',
    phone: '0755-33334444',
    website: 'https://nanshan.example.cn/',
    address: '南海大道 1 号',
    fees: [{ label: '报名费', amount: 3000, per: 'once' }],
  },
]

beforeEach(async () => {
  await emptyDatabase(database)
  stage = staffStage(database)
  await stage.member('张三', '13800000001', 'administrator')
  editor = await stage.sessionOf(await stage.member('李编辑', '13800000002', 'editor'))
  const bytes = Buffer.from(schools.map((line) => JSON.stringify(line)).join('\n'))
  const outcome = await importFiles(database, filesByKind([{ name: 'schools.jsonl', bytes }]), {
    signal: new AbortController().signal,
    onProgress: () => undefined,
    images: dependenciesOn(database).images,
    folder: undefined,
    operator: '测试',
  })
  expect(outcome.problems.lines()).toEqual([])
  const rows = await database.db.select({ id: school.id, name: school.name }).from(school)
  stay = rows.find(({ name }) => name === '南山学校')?.id ?? 0
  go = rows.find(({ name }) => name === '南山实验学校')?.id ?? 0
})

/** Something of every kind that belongs to the school that goes, some of which the other one has too. */
async function fill(): Promise<void> {
  const { db } = database
  const publishedAt = new Date('2026-03-01T00:00:00Z')
  await db.insert(schoolView).values([
    { schoolId: go, title: '开学', body: '正文', publishedAt },
    { schoolId: go, title: '运动会', body: '正文', publishedAt },
    { schoolId: stay, title: '开学', body: '正文', publishedAt },
  ])
  await db.insert(teacher).values({ schoolId: go, name: '王老师', role: '校长' })
  const startsAt = new Date('2026-07-01T01:00:00Z')
  await db.insert(openDay).values({
    schoolId: go,
    cityCode: '4403',
    title: '开放日',
    startsAt,
    endsAt: new Date('2026-07-01T03:00:00Z'),
  })
  const [both, one] = await db
    .insert(ranking)
    .values(['a', 'b'].map((slug) => ({ slug, cityCode: '4403', title: slug, year: 2026, method: '方法' })))
    .returning({ id: ranking.id })
  await db.insert(rankingPlace).values([
    { rankingId: both?.id ?? 0, place: 1, schoolId: stay },
    { rankingId: both?.id ?? 0, place: 2, schoolId: go },
    { rankingId: one?.id ?? 0, place: 3, schoolId: go },
  ])
  await db.insert(banner).values({
    place: 'home',
    title: '轮播',
    href: `/school/${go}/admissions/`,
    picture: { src: '/media/images/a.avif', width: 10, height: 10, color: 'mist' },
  })
  const people = await db
    .insert(visitor)
    .values(['a', 'b'].map((phone) => ({ phoneHash: phone, phoneCipher: phone })))
    .returning({ id: visitor.id })
  await db
    .insert(collect)
    .values([
      ...people.map(({ id }) => ({ visitorId: id, schoolId: go })),
      { visitorId: people[0]?.id ?? 0, schoolId: stay },
    ])
  const notes = [go, stay].map((schoolId) => ({ visitorId: people[0]?.id ?? 0, schoolId }))
  await db
    .insert(collectNote)
    .values(notes.map((note) => ({ ...note, noteCipher: `of ${note.schoolId}`, updatedAt: new Date(0) })))
  const [lead] = await db
    .insert(clue)
    .values({ reference: '484Q03SY1T', orderType: 'consult', cityCode: '4403', schoolId: go, phoneHash: 'h' })
    .returning({ id: clue.id })
  await db
    .insert(consent)
    .values({ clueId: lead?.id ?? 0, purpose: 'contact', recipient: '南山实验学校', textVersion: '1' })
}

const compared = async () =>
  compareSchoolMerge.data.parse(
    (await stage.get(`/api/staff/school-merge?stay=${stay}&go=${go}`, editor)).data,
  )
const merge = async (more: object, token = editor) => {
  const pair = await compared()
  const versions = { stay_version: pair.stay.version, go_version: pair.go.version }
  return stage.post('/api/staff/school-merge', { stay, go, ...versions, ...more }, token)
}
const leadsOf = async (token: string) => (await stage.get('/api/staff/leads', token)).data

test('both schools are compared: what moves, what is there twice, which facts differ', async () => {
  await fill()
  const { moved, differing } = await compared()
  const counts = Object.fromEntries(moved.map(({ kind, total, twice }) => [kind, [total, twice]]))
  expect(counts).toMatchObject({
    views: [2, 1],
    teachers: [1, 0],
    open_days: [1, 0],
    rankings: [2, 1],
    favourites: [2, 1],
    leads: [1, 0],
  })
  const cells = differing.map(({ label, columns }) => [
    label,
    ...columns.map(({ name, stay: own, go: other }) => [name, own, other]),
  ])
  const fee = (amount: string) => JSON.stringify([{ label: '报名费', amount, per: 'once' }])
  expect(cells).toEqual([
    ['区', ['district', '南山区', '南山区'], ['address', '', '南海大道 1 号']],
    ['其他费用', ['fees', fee('2000'), fee('3000')]],
    ['电话', ['phone', '0755-11112222', '0755-33334444']],
    ['网址', ['website', '', 'https://nanshan.example.cn/']],
  ])
  const fees = differing.find(({ fact }) => fact === 'fees')
  expect(fees?.columns[0]?.columns?.map(({ label }) => label)).toContain('周期')
})

test('a fact that is taken from the other school keeps its source', async () => {
  const { db } = database
  await db.delete(schoolStatement)
  const said = (schoolId: number, facts: string[], source: string, position: number) => ({
    schoolId,
    facts,
    source,
    position,
  })
  await db
    .insert(schoolStatement)
    .values([
      said(stay, ['district', 'phone'], '名录甲', 1),
      said(go, ['address', 'phone', 'fees'], '名录乙', 1),
      { ...said(go, ['phone'], '名录丙', 2), value: '0755-99999999' },
    ])
  expect(await merge({ same: 'yes', taken: ['phone', 'website'] })).toMatchObject({ code: 1000 })
  const stored = await db.select().from(schoolStatement).where(eq(schoolStatement.schoolId, stay))
  expect(stored).toMatchObject([
    { facts: ['district'], source: '名录甲' },
    { facts: ['phone'], source: '名录乙', value: null },
    { facts: ['website'], source: null, checkedBy: '李编辑' },
  ])
})

test('a merge moves everything once, leads its addresses and names to the school that stays, and is in log and history', async () => {
  await fill()
  expect(await merge({ same: 'yes', taken: ['website'] })).toMatchObject({ code: 1000, data: { id: stay } })
  const { db } = database
  const titles = await db
    .select({ title: schoolView.title })
    .from(schoolView)
    .where(eq(schoolView.schoolId, stay))
  expect(titles.map(({ title }) => title).toSorted()).toEqual(['开学', '运动会'])
  expect(await db.$count(teacher, eq(teacher.schoolId, stay))).toBe(1)
  expect(
    await db.select({ place: rankingPlace.place }).from(rankingPlace).orderBy(rankingPlace.place),
  ).toEqual([{ place: 1 }, { place: 3 }])
  expect(await db.select({ id: collect.schoolId }).from(collect)).toEqual([{ id: stay }, { id: stay }])
  expect(
    await db
      .select({ id: collectNote.schoolId, note: collectNote.noteCipher })
      .from(collectNote)
      .orderBy(collectNote.id),
  ).toEqual([
    { id: stay, note: `of ${go}` },
    { id: stay, note: `of ${stay}` },
  ])
  expect(await db.select({ href: banner.href }).from(banner)).toEqual([
    { href: `/school/${stay}/admissions/` },
  ])
  expect(await db.select({ id: clue.schoolId }).from(clue)).toEqual([{ id: stay }])

  const detail = await stage.get(`/api/school/detail/${stay}`)
  expect(detail.data).toMatchObject({
    phone: '0755-11112222',
    website: 'https://nanshan.example.cn/',
    aliases: ['南实'],
    former_names: ['南山实验学校', '蛇口小学'],
  })
  expect(await stage.get(`/api/school/detail/${go}`)).toMatchObject({ code: 1404, data: { moved_to: stay } })
  const found = await stage.get(`/api/schools?q=${encodeURIComponent('蛇口小学')}`)
  expect(found.data).toMatchObject({ items: [{ id: stay }] })
  const both = await stage.get(`/api/compare?ids=${go},${stay}`)
  expect(both.data).toMatchObject({ schools: [{ id: stay }] })

  const [noted] = await db.select().from(accessLog).where(eq(accessLog.command, 'staff schools merge'))
  expect(noted).toMatchObject({
    operator: '李编辑',
    record: `school:${stay}`,
    details: { merged: go, same: true },
  })
  const [draft] = await db.select().from(contentDraft)
  expect(draft).toMatchObject({ state: 'published', rowId: stay })
  const [last] = await db
    .select()
    .from(importRecord)
    .orderBy(sql`id desc`)
    .limit(1)
  expect(last?.draftId).toBe(draft?.id)
  expect(await stage.post(`/api/staff/imports/${last?.id}/undo`, {}, editor)).toMatchObject({
    code: 1409,
    message: '合并学校不能撤销',
  })
})

test('an exhibitor of an event and the cards in articles follow the school', async () => {
  const [fair] = await database.db
    .insert(event)
    .values({ cityCode: '4403', title: '择校展', startsAt: inAYear, endsAt: inAYear })
    .returning({ id: event.id })
  const booth = { kind: 'exhibitor', source: 'import', ticket: 'ABCD2345', organisation: '南实', booth: 'A1' }
  await database.db.insert(registration).values({ ...booth, eventId: fair?.id ?? 0, schoolId: go })
  const [article] = await database.db
    .insert(news)
    .values({ title: '两所学校', body: storedText(`{{学校 ${go} ${stay}}}`), publishedAt: new Date(0) })
    .returning({ id: news.id })
  expect(await merge({ same: 'yes' })).toMatchObject({ code: 1000 })
  expect((await stage.get(`/api/events/${fair?.id}`)).data).toMatchObject({
    exhibitors: [{ organisation: '南实', school: { id: stay, name: '南山学校' } }],
  })
  const { data } = await stage.get(`/api/news/${article?.id}`)
  const { parts } = z.object({ parts: z.array(z.looseObject({ embed: z.unknown() })) }).parse(data)
  expect(parts).toMatchObject([{ embed: { schools: [{ id: stay }] } }])
})

test('whoever books while the schools are merged gets a seat, and the merge is done', async () => {
  await fill()
  const [day] = await database.db.select({ id: openDay.id }).from(openDay)
  await database.db
    .update(openDay)
    .set({ startsAt: inAYear, endsAt: new Date(inAYear.getTime() + 7_200_000) })
  const booking = { order_type: 'openday', open_day_id: day?.id }
  const progress = { isOver: false, booked: 0 }
  const merging = merge({ same: 'yes', taken: [] }).finally(() => (progress.isOver = true))
  const codes: unknown[] = []
  const book = async () => {
    do {
      progress.booked += 1
      // From an address of its own each, which has no limit to reach.
      const address = `10.${progress.booked >> 8}.${progress.booked & 255}.1`
      codes.push((await stage.post('/api/clue', leadFields(booking), undefined, address)).code)
    } while (!progress.isOver)
  }
  await Promise.all(Array.from({ length: 6 }, book))
  expect((await merging).code).toBe(1000)
  expect(new Set(codes)).toEqual(new Set([1000]))
})

test('an open day that both have and somebody booked moves with its guests, whom nobody tells that it is off', async () => {
  await fill()
  const endsAt = new Date(inAYear.getTime() + 7_200_000)
  await database.db.update(openDay).set({ startsAt: inAYear, endsAt })
  const own = { schoolId: stay, cityCode: '4403', title: '开放日', startsAt: inAYear, endsAt }
  await database.db.insert(openDay).values(own)
  const twice = async () => (await compared()).moved.find(({ kind }) => kind === 'open_days')
  expect(await twice()).toEqual({ kind: 'open_days', total: 1, twice: 1 })
  const [day] = await database.db.select({ id: openDay.id }).from(openDay).where(eq(openDay.schoolId, go))
  const booked = leadFields({ order_type: 'openday', open_day_id: day?.id })
  expect(await stage.post('/api/clue', booked)).toMatchObject({ code: 1000 })
  expect(await twice()).toEqual({ kind: 'open_days', total: 1, twice: 0 })
  expect(await merge({ same: 'yes', taken: [] })).toMatchObject({ code: 1000 })
  expect(await database.db.$count(openDay, eq(openDay.schoolId, stay))).toBe(2)
  expect(await makeNotices(database, { now: new Date(), sms: new Set(['cancelled']) })).toBe(0)
})

test('favourites and notes are written while their schools are merged, and the merge is done', async () => {
  await fill()
  const [owner] = await database.db.select({ visitorId: visitor.id }).from(visitor)
  const token = newToken()
  const soon = new Date(Date.now() + 3_600_000)
  await database.db.insert(session).values({
    visitorId: owner?.visitorId ?? 0,
    tokenHash: hashOfToken(token),
    expiresAt: soon,
    lastSeenAt: soon,
  })
  const send = (path: string, body: object) =>
    ask(stage.api, path, {
      ...json(JSON.stringify(body)),
      headers: { 'content-type': 'application/json', token },
    })
  const progress = { isOver: false }
  const merging = merge({ same: 'yes', taken: [] }).finally(() => (progress.isOver = true))
  const codes = new Set<unknown>()
  const write = async (id: number) => {
    do {
      for (const is_collect of [1, 0]) {
        codes.add((await send(`/api/school_collect/${id}`, { is_collect })).code)
        codes.add((await send(`/api/center/collect/${id}/note`, { note: '食堂干净' })).code)
      }
    } while (!progress.isOver)
  }
  await Promise.all([go, stay, go, stay].map(write))
  expect((await merging).code).toBe(1000)
  // The school that goes is withdrawn in the end, and a school that was just removed is no favourite.
  expect([...codes].filter((code) => code !== 1000 && code !== 1404)).toEqual([])
  // A note without its favourite is one that the retention deletes.
  const orphans = sql`${collectNote.removedAt} is null and not exists (select from ${collect}
    where ${collect.visitorId} = ${collectNote.visitorId} and ${collect.schoolId} = ${collectNote.schoolId})`
  expect(await database.db.$count(collectNote, orphans)).toBe(0)
})

test('leads of another school stay with it: nobody of the school that stays sees them', async () => {
  await fill()
  const own = await stage.sessionOf(await stage.member('留校', '13800000003', 'school', stay))
  const others = await stage.sessionOf(await stage.member('并校', '13800000004', 'school', go))
  expect(await merge({ same: 'no' })).toMatchObject({ code: 1000 })
  expect(await leadsOf(own)).toMatchObject({ total: 0 })
  expect(await leadsOf(others)).toMatchObject({ total: 1 })
  expect(await leadsOf(editor)).toEqual({})
  const members = await database.db
    .select({ id: staffMember.schoolId })
    .from(staffMember)
    .where(eq(staffMember.role, 'school'))
  expect(new Set(members.map(({ id }) => id))).toEqual(new Set([stay, go]))
})

test('a merge whose last step fails leaves both schools as they were', async () => {
  await fill()
  const pair = await compared()
  const asked = { stay, go, stay_version: pair.stay.version, go_version: pair.go.version, same: 'yes' }
  await failingAccessLog(database, async () => {
    expect(await stage.post('/api/staff/school-merge', asked, editor)).toMatchObject({ code: 1500 })
  })
  expect(await compared()).toEqual(pair)
  expect(await database.db.$count(contentDraft)).toBe(0)
  expect(await merge({ same: 'yes' })).toMatchObject({ code: 1000 })
})

test('a changed school, itself and a school of another city are refused; so is who may not write', async () => {
  const before = await compared()
  await database.db
    .update(school)
    .set({ updatedAt: sql`now() + interval '1 second'` })
    .where(eq(school.id, go))
  const outdated = { stay, go, stay_version: before.stay.version, go_version: before.go.version, same: 'yes' }
  expect(await stage.post('/api/staff/school-merge', outdated, editor)).toMatchObject({ code: 1409 })
  expect(await stage.post('/api/staff/school-merge', { ...outdated, same: undefined }, editor)).toMatchObject(
    {
      code: 1001,
      data: { fields: { same: '请选择是不是同一所学校' } },
    },
  )
  expect(await stage.get(`/api/staff/school-merge?stay=${stay}&go=${stay}`, editor)).toMatchObject({
    code: 1409,
  })
  await database.db.update(school).set({ cityCode: '4401' }).where(eq(school.id, go))
  expect(await stage.get(`/api/staff/school-merge?stay=${stay}&go=${go}`, editor)).toMatchObject({
    code: 1409,
    message: '两所学校不在同一个城市，不能合并',
  })
  const advisor = await stage.sessionOf(await stage.member('顾问', '13800000005', 'advisor'))
  expect(await stage.post('/api/staff/school-merge', outdated, advisor)).toMatchObject({ code: 1403 })
})

test('a school may be merged on: its addresses lead to the last one', async () => {
  expect(await merge({ same: 'yes' })).toMatchObject({ code: 1000 })
  const [third] = await database.db
    .insert(school)
    .values({ name: '深圳湾学校', identity: '4403 深圳湾学校', cityCode: '4403' })
    .returning({ id: school.id })
  const first = go
  ;[go, stay] = [stay, third?.id ?? 0]
  expect(await merge({ same: 'yes' })).toMatchObject({ code: 1000 })
  expect((await stage.get(`/api/school/detail/${first}`)).data).toMatchObject({ moved_to: stay })
  const merged = getContent.data.parse((await stage.get(`/api/staff/content/schools/${first}`, editor)).data)
  expect(merged.withdrawn_at).toBeDefined()
})
