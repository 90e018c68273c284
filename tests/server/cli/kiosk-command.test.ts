import { readFileSync } from 'node:fs'
import path from 'node:path'
import { desc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { DatabaseConnection } from '#server/db/connect.ts'
import { accessLog, checkIn, event, kioskDevice, registration } from '#server/db/schema/index.ts'
import { loadSampleGuests } from '#server/sample/content/guests.ts'
import { loadSample } from '#server/sample/content/load.ts'
import { ask, personalOfTests } from '#tests/support/api/api.ts'
import { checkInFields, pair, storeEvent, storeGuest } from '#tests/support/kiosk/check-ins.ts'
import { emptyDatabase, openTestDatabase } from '#tests/support/database/database.ts'
import { folderWith, operate } from '#tests/support/operator/operator.ts'
import { clockedApi, type ClockedApi } from '#tests/support/api/clocked-api.ts'
import { operatorCommands } from '#server/cli/commands.ts'
import { chinaTime } from '#server/services/china-time.ts'

let database: DatabaseConnection
let stage: ClockedApi
let eventId: number

beforeAll(async () => {
  database = await openTestDatabase()
})
beforeEach(async () => {
  await emptyDatabase(database)
  stage = clockedApi(database)
  stage.clock.now = new Date()
  const hourMs = 3_600_000
  eventId = await storeEvent(database, {
    startsAt: new Date(Date.now() - hourMs),
    endsAt: new Date(Date.now() + hourMs),
  })
})
afterAll(() => database.close())

const kiosk = (...args: string[]) => operate(database, ['kiosk', ...args])
const id = () => String(eventId)
const importing = (name: string, content: string, ...more: string[]) =>
  operate(database, ['kiosk', 'import', '--event', id(), ...more, name], { [name]: content })

test('a wrong call prints the usage', async () => {
  for (const args of [[], ['nonsense'], ['pair', '--event', id()], ['wipe', '--event', id()]]) {
    expect(await kiosk(...args)).toMatchObject({
      exit: 2,
      lines: expect.arrayContaining([expect.stringContaining('用法')]),
    })
  }
  expect(await kiosk('report', '--event', '999')).toMatchObject({ exit: 1 })
})

test('the code that is printed pairs a device, which can be revoked', async () => {
  const offered = await kiosk('pair', '--event', id(), '--name', '前台1')
  const code = /配对码 ([\d ]+)/.exec(offered.lines.join('\n'))?.[1]
  expect(await stage.post('/api/kiosk/pair', { code })).toMatchObject({ code: 1000 })
  expect(await kiosk('pair', '--event', id(), '--name', '前台1')).toMatchObject({ exit: 1 })
  const listed = await kiosk('list')
  const device = /设备 (\d+) 前台1: 已配对/.exec(listed.lines.join('\n'))?.[1] ?? ''
  expect(await kiosk('revoke', '--device', device)).toEqual({ exit: 0, lines: ['已停用 前台1'] })
  expect(await kiosk('revoke', '--device', device)).toMatchObject({ exit: 1 })
  expect(await database.db.select().from(kioskDevice)).toMatchObject([{ revokedAt: expect.any(Date) }])
})

test('a file of guests is imported encrypted, and a second time changes nothing', async () => {
  const csv =
    '姓名,电话,人数,入场码\n王甲,138 0000 0001,2,\n李乙,13800000001,,abcd-2345\n王甲,13800000001,,\n'
  expect(await importing('guests.csv', csv)).toEqual({ exit: 0, lines: ['新增 2，修改 0，未变 1'] })
  expect(await importing('guests.csv', csv)).toEqual({ exit: 0, lines: ['新增 0，修改 0，未变 3'] })
  const rows = await database.db.select().from(registration)
  expect(rows.map(({ partySize }) => partySize)).toEqual([2, 1])
  expect(rows.map(({ printed }) => printed)).toEqual([null, 'ABCD-2345'])
  expect(JSON.stringify(rows)).not.toMatch(/王甲|李乙|13800000001/)
  const stand = '{"name":"陈丙","organisation":"示例学校","booth":"A1"}\n'
  expect(await importing('stands.jsonl', stand, '--kind', 'exhibitor')).toMatchObject({ exit: 0 })
})

test('a corrected name in a file corrects the guest, also in the check-in; two names of one phone are two people', async () => {
  await importing('guests.csv', '姓名,电话,入场码\n赵家长一,13800000001,\n钱家长,13800000002,ABCD2345\n')
  const [first] = await database.db.select().from(registration)
  await stage.post('/api/checkins', checkInFields({ event_id: eventId, ticket: first?.ticket }))
  expect(
    await importing('again.csv', '姓名,电话,票码\n赵改名,13800000001,\n钱改名,13800000009,ABCD2345\n'),
  ).toEqual({ exit: 0, lines: ['新增 0，修改 2，未变 0'] })
  const open = (cipher: string | null | undefined) => personalOfTests.decrypt(cipher ?? '')
  const rows = await database.db.select().from(registration).orderBy(registration.id)
  expect(rows.map(({ nameCipher, phoneCipher }) => [open(nameCipher), open(phoneCipher)])).toEqual([
    ['赵改名', '+8613800000001'],
    ['钱改名', '+8613800000009'],
  ])
  expect(rows[0]?.ticket).toBe(first?.ticket)
  const [came] = await database.db.select().from(checkIn)
  expect(open(came?.nameCipher)).toBe('赵改名')
  const both = '姓名,电话\n赵改名,13800000001\n赵太太,13800000001\n'
  expect(await importing('both.csv', both)).toEqual({ exit: 0, lines: ['新增 1，修改 0，未变 1'] })
  expect(await importing('both.csv', both)).toEqual({ exit: 0, lines: ['新增 0，修改 0，未变 2'] })
})

test('an exhibitor may name a school, to whose page parents are led', async () => {
  const schools = [
    { name: '云汀学校', city: 'shenzhen', key: 'k1' },
    { name: '木棉学校', city: 'foshan' },
  ]
  const lines = schools.map((row) => JSON.stringify(row)).join('\n')
  await operate(database, ['import', 'schools.jsonl'], { 'schools.jsonl': lines })
  const stands =
    '姓名,学校,学校编号,学校所在城市,单位,展位\n张甲,云汀学校,,,,A1\n李乙,,k1,,云汀招生办,A2\n王丙,木棉学校,,佛山,,A3\n赵丁,,,,无校机构,A4\n'
  expect(await importing('stands.csv', stands, '--kind', 'exhibitor')).toEqual({
    exit: 0,
    lines: ['新增 4，修改 0，未变 0'],
  })
  const { data } = await ask(stage.api, `/api/events/${eventId}`)
  expect(data).toMatchObject({
    exhibitors: [
      { organisation: '云汀学校', booth: 'A1', school: { name: '云汀学校' } },
      { organisation: '云汀招生办', booth: 'A2', school: { name: '云汀学校' } },
      { organisation: '木棉学校', booth: 'A3', school: { name: '木棉学校' } },
      { organisation: '无校机构', booth: 'A4' },
    ],
  })
  const wrong = 'name,school,school_key,organisation\n孙戊,木棉学校,,展位一\n周己,,k9,展位二\n'
  expect(await importing('wrong.csv', wrong, '--kind', 'exhibitor')).toEqual({
    exit: 1,
    lines: [
      'wrong.csv:2: school: 没有找到“木棉学校”这所学校',
      'wrong.csv:3: school_key: 没有 key 为“k9”的学校',
      '2 个问题，没有保存任何内容',
    ],
  })
})

test('a file with faults is not imported at all, and each is named', async () => {
  const csv = 'name,phone,party_size,ticket\n王甲,13800000001,,\n,13800000002,,\n李乙,123,50,x\n'
  const said = await importing('guests.csv', csv)
  expect(said.exit).toBe(1)
  expect(said.lines).toEqual([
    expect.stringMatching(/^guests\.csv:3: name: /),
    expect.stringMatching(/^guests\.csv:4: phone: 请填写正确的电话/),
    'guests.csv:4: party_size: 应为 1 到 20 的整数',
    'guests.csv:4: ticket: 应为 5 到 40 位字母或数字，中间可以有 -',
    '4 个问题，没有保存任何内容',
  ])
  expect(await database.db.$count(registration)).toBe(0)
})

test.each([
  [
    '姓名,电话,票号码,人数\n王甲,13800000001,C7K2M9QX,2\n',
    ['guests.csv:1: 票号码: 没有这一列，是不是 票号？'],
  ],
  [
    '姓名,手机,备注栏\n王甲,13800000001,靠窗\n李乙,13800000002,\n',
    ['guests.csv:1: 备注栏: 没有这一列，请删去或改名（列名见说明文档）'],
  ],
  [
    '姓名,电话,手机号码\n王甲,13800000001,13800000001\n',
    ['guests.csv:1: 手机号码: 和“电话”是同一列，请只留一列'],
  ],
  ['姓名字,电话\n王甲,13800000001\n李乙,13800000002\n', ['guests.csv:1: 姓名字: 没有这一列，是不是 姓名？']],
  ['电话\n13800000001\n13800000002\n', ['guests.csv:1: name: 请填写姓名']],
])('a wrong header of a guest list is named once, and nothing is stored: %j', async (csv, problems) => {
  expect(await importing('guests.csv', csv)).toEqual({
    exit: 1,
    lines: [...problems, `${problems.length} 个问题，没有保存任何内容`],
  })
  expect(await database.db.$count(registration)).toBe(0)
})

test('a guest list is read with the names of columns and the words that other people use', async () => {
  const csv =
    ' 姓 名 *,手机号码,单位,展位号,类 型,二维码,人数（必填）\n陈丙,13800000003,示例学校,B-12, 参 展 方 ,C7K2M9QX,2人\n王甲,13800000001,,,家长,,\n'
  expect(await importing('guests.csv', csv)).toMatchObject({ exit: 0 })
  const rows = await database.db.select().from(registration).orderBy(registration.id)
  expect(rows).toMatchObject([
    { kind: 'exhibitor', booth: 'B-12', partySize: 2, phoneHash: expect.any(String) },
    { kind: 'parent', booth: null, partySize: 1 },
  ])
  const words = [
    ['参展商', 'exhibitor'],
    ['EXHIBITOR', 'exhibitor'],
    ['ｐａｒｅｎｔ', 'parent'],
    ['家庭', 'parent'],
  ]
  for (const [at, [word, kind]] of words.entries()) {
    const line = JSON.stringify({ 姓名: '赵丁', 单位: `单位${at}`, 类型: word })
    expect(await importing('guests.jsonl', line)).toMatchObject({ exit: 0 })
    const [last] = await database.db.select().from(registration).orderBy(desc(registration.id)).limit(1)
    expect(last?.kind).toBe(kind)
  }
  expect(await importing('wrong.csv', '姓名,单位,类型\n赵丁,单位,老师\n')).toMatchObject({
    exit: 1,
    lines: ['wrong.csv:2: 类型: 没有“老师”；可用：parent(家长)、exhibitor(参展方)', expect.any(String)],
  })
})

test('codes that a list brings check in, also when they come after the list; those of the site stay good', async () => {
  await importing('first.csv', '姓名,电话\n甲家长,13800138471\n乙家长,13800138472\n')
  const again = '姓名,电话,入场码\n甲家长,13800138471,vip-0012 oil\n乙家长,13800138472,20261128001\n'
  expect(await importing('then.csv', again)).toEqual({ exit: 0, lines: ['新增 0，修改 2，未变 0'] })
  expect(await importing('then.csv', again)).toEqual({ exit: 0, lines: ['新增 0，修改 0，未变 2'] })
  const rows = await database.db.select().from(registration).orderBy(registration.id)
  expect(rows.map(({ printed }) => printed)).toEqual(['VIP-0012OIL', '20261128001'])
  const arrive = async (ticket: string | undefined) => {
    const { data } = await stage.post('/api/checkins', checkInFields({ event_id: eventId, ticket }))
    return data
  }
  expect(await arrive('VIP0012-0IL')).toMatchObject({ state: 'checked_in' })
  expect(await arrive(rows[0]?.ticket)).toMatchObject({ state: 'duplicate' })
  expect(await arrive('２０２６1128001')).toMatchObject({ state: 'checked_in' })
  expect(await arrive('20261128002')).toMatchObject({ reason: 'unknown_ticket' })
  expect((await kiosk('guests', '--event', id(), 'vip-0012oil')).lines).toHaveLength(1)
  const other = await storeEvent(database, { startsAt: new Date(), endsAt: new Date(Date.now() + 3_600_000) })
  const elsewhere = ['kiosk', 'import', '--event', String(other), 'then.csv']
  expect(await operate(database, elsewhere, { 'then.csv': again })).toMatchObject({
    lines: ['新增 2，修改 0，未变 0'],
  })
})

const partlyWrong = '姓名,电话\n甲家长,13800138481\n乙家长,12\n丙家长,13800138483\n'

test('a dry run shows what a list comes to and stores nothing', async () => {
  const { exit, lines } = await importing('list.csv', '姓名,电话\n甲家长,13800138481\n', '--dry-run')
  expect({ exit, lines }).toEqual({
    exit: 0,
    lines: [
      'list.csv: 姓名，电话',
      expect.stringContaining('list.csv:2: 甲家长'),
      '新增 1，修改 0，未变 0',
      expect.stringContaining('没有保存'),
    ],
  })
  expect(await importing('list.csv', partlyWrong, '--dry-run')).toMatchObject({ exit: 1 })
  expect(await database.db.select().from(registration)).toEqual([])
})

test('refused rows of a list are written beside it with the reasons, and the others are stored', async () => {
  const file = path.join(folderWith({}), 'wrong.csv')
  const said = await importing('list.csv', partlyWrong, '--refused', file)
  expect(said.lines.join('\n')).toMatch(/新增 2，修改 0，未变 0[^]*1 行不对[^]*wrong\.csv/)
  const wrong = readFileSync(file, 'utf8')
  expect(wrong.split('\r\n').slice(1, -1)).toEqual([expect.stringMatching(/^[^,]*电话[^,]*,乙家长,12$/)])
  expect(await database.db.select().from(registration)).toHaveLength(2)
})

test('a code that two guests would have is refused with its line', async () => {
  await importing('first.csv', '姓名,电话,入场码\n甲家长,13800138471,VIP-001\n')
  const twice = '姓名,电话,入场码\n乙家长,13800138472,VIP-002\n丙家长,13800138473,VIP002\n'
  expect(await importing('twice.csv', twice)).toMatchObject({
    exit: 1,
    lines: ['twice.csv:3: ticket: 入场码和第 2 行的一样', expect.any(String)],
  })
  const other = '姓名,单位,入场码,类型\n丁老师,示例学校,VIP001,参展方\n'
  expect(await importing('other.csv', other)).toMatchObject({
    exit: 1,
    lines: ['other.csv:2: ticket: 这个入场码已经使用', expect.any(String)],
  })
  // Of a guest who was removed it is free.
  const [guest] = await database.db.select().from(registration)
  await kiosk('guest', '--guest', String(guest?.id), '--remove', '--yes')
  expect(await importing('other.csv', other)).toMatchObject({ exit: 0 })
})

test('a report has numbers, refusals, devices and conflicts', async () => {
  const guest = await storeGuest(database, eventId)
  const devices = [
    await pair(database, stage, eventId, '前台1'),
    await pair(database, stage, eventId, '前台2'),
  ]
  for (const device of devices) {
    const items = [
      checkInFields({ event_id: eventId, registration_id: guest.id }),
      checkInFields({ event_id: eventId, ticket: '00000000' }),
    ]
    await stage.api.fetch(
      new Request('https://site.example/api/checkins', {
        method: 'POST',
        body: JSON.stringify({ items }),
        headers: { 'content-type': 'application/json', device },
      }),
    )
  }
  const { lines } = await kiosk('report', '--event', id())
  const text = lines.join('\n')
  expect(text).toContain('登记 1 人，已签到 1 人，现场新增 0 人')
  expect(text).toContain('被拒绝 2 次：没有找到这个入场码')
  expect(text).toMatch(/设备 \d+ 前台1: 已配对.*最后上传.*提交 1 次/)
  expect(text).toMatch(/重复签到: 登记 \d+ 张\*\* {2}前台1 .* \/ 前台2/)
  expect(text).not.toContain('张小明')
})

test('what a device still had to upload is reported with its time', async () => {
  const device = await pair(database, stage, eventId, '前台1')
  const state = await ask(stage.api, '/api/kiosk/state?waiting=9', { headers: { device } })
  expect(state.status).toBe(200)
  const seen = `9 条（截至 ${chinaTime(stage.clock.now)}）`
  const deliveries = async () =>
    (await kiosk('report', '--event', id())).lines.find((line) => line.startsWith('设备')) ?? ''
  expect(await deliveries()).toContain(`，待上传 ${seen}`)
  await kiosk('revoke', '--device', /^设备 (\d+)/.exec(await deliveries())?.[1] ?? '')
  expect(await deliveries()).toContain(`，未上传条数不明，停用前上报 ${seen}`)
})

test('the export of check-ins and the paper list are noted, the list for its owner alone', async () => {
  await storeGuest(database, eventId, { name: '<b>=张小明' })
  await stage.post(
    '/api/checkins',
    checkInFields({ event_id: eventId, name: '=甲', phone: '13700000009', consent_checkin: 1 }),
  )
  const exporting = (...args: string[]) => operate(database, ['export', 'checkins', ...args])
  const exported = await exporting('--since', '2020-01-01')
  expect(exported.lines[0]).toMatch(/^\uFEFF活动,/)
  expect(exported.lines[1]).toContain("'=甲")
  const other = await storeEvent(database)
  const rowsOf = async (event: number) => (await exporting('--event', String(event))).lines.length - 1
  expect([await rowsOf(eventId), await rowsOf(other)]).toEqual([1, 0])
  expect(await operate(database, ['export', 'leads', '--event', id()])).toMatchObject({ exit: 2 })
  await database.pool.query('truncate access_log')
  await exporting('--since', '2020-01-01', '--event', id())

  const folder = folderWith({})
  const command = operatorCommands(database, folder, personalOfTests).get('kiosk')
  const lines: string[] = []
  const exit = await command?.({
    args: ['paper', '--event', id(), '--out', 'list.html'],
    cwd: folder,
    print: (line) => void lines.push(line),
    signal: new AbortController().signal,
  })
  expect({ exit, lines }).toEqual({ exit: 0, lines: ['list.html: 2 人'] })
  const html = readFileSync(path.join(folder, 'list.html'), 'utf8')
  expect(html).toContain('&#60;b&#62;=张小明')
  expect(html).toContain('138****5678')
  expect((await database.db.select().from(accessLog)).map(({ command: name, rows }) => [name, rows])).toEqual(
    [
      ['export checkins', 1],
      ['kiosk paper', 2],
    ],
  )
})

test('a check-in is undone and a guest corrected and removed, each audited with its operator', async () => {
  const guest = await storeGuest(database, eventId)
  const other = await storeGuest(database, eventId, { name: '李乙', phone: '+8613800000002' })
  const came = checkInFields({ event_id: eventId, ticket: guest.ticket })
  await stage.post('/api/checkins', came)
  const found = await kiosk('guests', '--event', id(), '5678')
  expect(found.lines).toEqual([expect.stringMatching(/^来宾 \d+ {2}张\*\* {2}138\*\*\*\*5678 .*已签到/)])
  const number = String(guest.id)
  expect(await kiosk('guest', '--guest', number, '--remove', '--yes')).toMatchObject({ exit: 1 })
  expect(await kiosk('guest', '--guest', number)).toMatchObject({ exit: 2 })
  expect(await kiosk('guest', '--guest', number, '--name', '章小明', '--party', '3')).toMatchObject({
    exit: 0,
  })
  const [corrected] = await database.db.select().from(checkIn)
  expect(personalOfTests.decrypt(corrected?.nameCipher ?? '')).toBe('章小明')

  expect(await kiosk('undo', '--guest', number)).toEqual({
    exit: 0,
    lines: [`来宾 ${number}: 已撤销签到，可以重新签到`],
  })
  expect(await kiosk('undo', '--guest', number)).toMatchObject({ exit: 1 })
  expect((await kiosk('report', '--event', id())).lines).toContain('登记 2 人，已签到 0 人，现场新增 0 人')
  expect(await stage.post('/api/checkins', came)).toMatchObject({ data: { reason: 'undone' } })
  const clash = ['--name', '李乙', '--phone', '13800000002']
  expect(await kiosk('guest', '--guest', number, ...clash)).toMatchObject({ exit: 0 })
  const again = await storeGuest(database, eventId, { name: '王丙', phone: '+8613800000003' })
  expect(await kiosk('guest', '--guest', String(again.id), ...clash)).toMatchObject({ exit: 1 })

  expect(await kiosk('guest', '--guest', String(other.id), '--remove', '--yes')).toMatchObject({ exit: 0 })
  expect(await kiosk('guest', '--guest', String(other.id), '--name', '王')).toMatchObject({ exit: 1 })
  const useless = checkInFields({ event_id: eventId, ticket: other.ticket })
  expect(await stage.post('/api/checkins', useless)).toMatchObject({ data: { reason: 'revoked_ticket' } })
  const log = await database.db.select().from(accessLog)
  expect(log.map(({ command, rows, details }) => [command, rows, details])).toContainEqual([
    'kiosk undo',
    1,
    { guest: guest.id },
  ])
  expect(new Set(log.map(({ operator }) => operator)).size).toBe(1)
})

test('wiping an event deletes personal data and retains its numbers', async () => {
  await storeGuest(database, eventId)
  await stage.post(
    '/api/checkins',
    checkInFields({ event_id: eventId, name: '张小明', phone: '13812345678' }),
  )
  expect(await kiosk('wipe', '--event', id(), '--yes')).toMatchObject({ exit: 0 })
  for (const table of [registration, checkIn]) {
    expect(await database.db.select().from(table)).toMatchObject([
      { nameCipher: null, phoneCipher: null, phoneHash: null },
    ])
  }
  expect((await kiosk('report', '--event', id())).lines).toContain('登记 1 人，已签到 1 人，现场新增 0 人')
})

test('the sample has running events with invented guests, however often they are added', async () => {
  await loadSample(database, { schools: 7, log: { info: () => undefined } })
  await loadSampleGuests(database, personalOfTests)
  await loadSampleGuests(database, personalOfTests)
  expect(await database.db.$count(registration)).toBe(3 * 36)
  const [fair] = await database.db.select().from(event).where(eq(event.key, 'sample-fair-4403'))
  const open = await stage.post(
    '/api/checkins',
    checkInFields({ event_id: fair?.id, phone: '1000', name: '王示例甲' }),
  )
  expect(open).toMatchObject({ data: { state: 'checked_in' } })
})
