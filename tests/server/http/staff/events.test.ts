import { asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  createPairingCode,
  getStaffEvent,
  getStaffEventReport,
  listStaffEvents,
} from '#server/contract/staff/events.ts'
import {
  correctStaffGuest,
  findStaffGuests,
  getStaffGuest,
  importStaffGuests,
  listStaffGuests,
} from '#server/contract/staff/guests.ts'
import type { DatabaseConnection } from '#server/db/connect.ts'
import { accessLog, checkIn, clue, kioskDevice, registration } from '#server/db/schema/index.ts'
import { personalOfTests } from '#tests/support/api/api.ts'
import { importGuests } from '#server/services/check-ins/import-guests.ts'
import { emptyDatabase, openTestDatabase } from '#tests/support/database/database.ts'
import { checkInFields, storeEvent, storeGuest } from '#tests/support/kiosk/check-ins.ts'
import { failingAccessLog } from '#tests/support/staff/failing-access-log.ts'
import { uploadForm } from '#tests/support/staff/upload-form.ts'
import { staffStage, type StaffStage } from '#tests/support/staff/staff-stage.ts'

const hostile = '</textarea><script>alert(1)</script>'

let database: DatabaseConnection
let stage: StaffStage
let eventId: number
let lead: number
let token: string

beforeAll(async () => {
  database = await openTestDatabase()
})
beforeEach(async () => {
  await emptyDatabase(database)
  stage = staffStage(database)
  await stage.member('张三', '13800000001', 'administrator')
  lead = await stage.member('李活动', '13800000002', 'event_lead')
  token = await stage.sessionOf(lead)
  const at = stage.clock.ms
  eventId = await storeEvent(database, {
    startsAt: new Date(at - 3_600_000),
    endsAt: new Date(at + 3_600_000),
  })
})
afterAll(() => database.close())

const post = (path: string, body: object = {}) => stage.post(`/api/staff/${path}`, body, token)
const get = async (path: string) => (await stage.get(`/api/staff/${path}`, token)).data

/** What members did, in order: command, record and changes. */
const noted = () =>
  database.db
    .select({
      command: accessLog.command,
      record: accessLog.record,
      changes: accessLog.changes,
      rows: accessLog.rows,
    })
    .from(accessLog)
    .where(eq(accessLog.staffId, lead))
    .orderBy(asc(accessLog.id))

const listOf = (content: string | Buffer, expected: Record<string, string | number> = {}) =>
  uploadForm(
    [new File([typeof content === 'string' ? content : new Uint8Array(content)], 'guests.csv')],
    expected,
  )
const importing = async (text: string, expected?: Record<string, string | number>) =>
  importStaffGuests.data.parse((await post(`events/${eventId}/guests`, listOf(text, expected))).data)

/** Pairs a device by the API of staff, and gives its id and token. */
async function pairedDevice(name: string): Promise<{ id: number; device: string }> {
  const answer = await post(`events/${eventId}/devices`, { name })
  const { code, device } = createPairingCode.data.parse(answer.data)
  const { data } = await stage.post('/api/kiosk/pair', { code })
  return { id: device.id, device: String(Reflect.get(Object(data), 'token')) }
}

const checkInBy = (device: string, fields: Record<string, unknown>) =>
  stage.api.fetch(
    new Request('https://site.example/api/checkins', {
      method: 'POST',
      body: JSON.stringify({ items: [checkInFields({ event_id: eventId, ...fields })] }),
      headers: { 'content-type': 'application/json', device },
    }),
  )

/** The codes of answers, in the order of their numbers. */
const codesOf = (answers: readonly { code: number }[]) =>
  answers.map(({ code }) => code).toSorted((one, other) => one - other)

test('a checked list stores nothing; what was checked is stored once, with its row', async () => {
  const text = '姓名,电话,人数\n王甲,13800000011,2\n李乙,13800000012,\n'
  const checked = await importing(text)
  expect(checked).toMatchObject({ stored: false, added: 2, changed: 0, unchanged: 0, problem_count: 0 })
  expect(await database.db.$count(registration)).toBe(0)
  expect(await noted()).toEqual([])
  const { added, changed, unchanged } = checked
  expect(await importing(text, { added, changed, unchanged })).toMatchObject({ stored: true, added: 2 })
  expect(await noted()).toMatchObject([
    { command: 'staff guests import', record: `event:${eventId}`, rows: 2 },
  ])
  // Somebody else stored it meanwhile: it is checked anew.
  expect(await importing(text, { added, changed, unchanged })).toMatchObject({
    stored: false,
    added: 0,
    unchanged: 2,
  })
  const rows = await database.db.select().from(registration)
  expect(rows).toHaveLength(2)
  expect(JSON.stringify(rows)).not.toMatch(/王甲|13800000011/)
})

test('a refused row does not stop the others, and comes back as a table that says why', async () => {
  const text = '姓名,手机号码,人数\n王甲,13800000011,2\n李乙,=1+1,\n赵丙,13800000013,50\n'
  const checked = await importing(text)
  expect(checked).toMatchObject({ stored: false, added: 1, left_out: 2, problem_count: 2 })
  const { added, changed, unchanged } = checked
  const counts = { added, changed, unchanged }
  expect(await importing(text, counts)).toMatchObject({ stored: false })
  expect(await database.db.$count(registration)).toBe(0)
  expect(await importing(text, { ...counts, partly: 'yes' })).toMatchObject({ stored: true, added: 1 })

  const [table] = checked.refused
  expect(table?.csv.split('\r\n')).toEqual([
    '\ufeff原因,姓名,手机号码,人数',
    expect.stringMatching(/^手机号码: .+,李乙,'=1\+1,$/),
    '人数: 应为 1 到 20 的整数,赵丙,13800000013,50',
    '',
  ])
  const corrected = String(table?.csv).replace("'=1+1", '13800000012').replace(',50', ',5')
  expect(await importing(corrected)).toMatchObject({ problem_count: 0, added: 2 })
})

test('a check shows each column as it was understood, and the first rows as they are stored', async () => {
  const text = '姓名,手机,备用号,套餐\n王甲,１３８ 0000 0011,K7M2Q9XB,双人\n李乙,13800000012,K7M2Q9XC,\n'
  const checked = await importing(text)
  const [table] = checked.tables
  expect(table?.columns.map(({ name, label }) => [name, label])).toEqual([
    ['姓名', '姓名'],
    ['手机', '电话'],
    ['备用号', undefined],
    ['套餐', undefined],
  ])
  expect(table?.columns[2]?.cells).toEqual(['K7M2Q9XB', 'K7M2Q9XC'])
  expect(table?.rows[0]).toEqual({ line: 2, cells: ['王甲', '+8613800000011'] })
  expect(checked).toMatchObject({ left_out: 0, stored: false, problem_count: 2 })

  const said = new FormData()
  for (const column of ['guests:ticket:备用号', 'guests::套餐']) said.append('columns', column)
  said.append('file', new File([text], 'guests.csv'))
  const again = importStaffGuests.data.parse((await post(`events/${eventId}/guests`, said)).data)
  expect(again).toMatchObject({ problem_count: 0, added: 2 })
  expect(again.tables[0]?.rows[0]?.cells).toEqual(['王甲', '+8613800000011', 'K7M2Q9XB'])
  const unknown = uploadForm([new File([text], 'guests.csv')], { columns: 'guests:password:备用号' })
  expect(await post(`events/${eventId}/guests`, unknown)).toMatchObject({ code: 1001 })
})

test('codes of digits that lost their zeros are named; numbers one after the other are none', async () => {
  const listOfCodes = (...codes: string[]) =>
    `姓名,电话,入场码\n${codes.map((code, at) => `来宾${at},1380000010${at},${code}`).join('\n')}\n`
  const lost = await importing(listOfCodes('00120034', '20260034', '40260035', '70260036', '120034'))
  expect(lost).toMatchObject({ problem_count: 1, problems: [{ line: 6, field: 'ticket' }] })
  expect(await importing(listOfCodes('99999', '100000', '100001', '100002', '100003'))).toMatchObject({
    added: 5,
    problem_count: 0,
  })
})

test('faults of a list name file, line and field, and nothing is stored', async () => {
  const text = 'name,phone,party_size\n王甲,13800000011,\n,13800000012,\n李乙,123,50\n'
  const report = await importing(text, { added: 1, changed: 0, unchanged: 0 })
  expect(report).toMatchObject({ stored: false, problem_count: 3 })
  expect(report.problems).toEqual([
    { file: 'guests.csv', line: 3, field: 'name', message: expect.any(String) },
    { file: 'guests.csv', line: 4, field: 'phone', message: expect.stringMatching(/^请填写正确的电话/) },
    { file: 'guests.csv', line: 4, field: 'party_size', message: '应为 1 到 20 的整数' },
  ])
  expect(await database.db.$count(registration)).toBe(0)
  expect(await noted()).toEqual([])
})

test('a list as Excel saves it in China is read, a large one too, one that is too large is refused', async () => {
  // 姓名,电话 and 王甲 in GB18030.
  const gb = Buffer.from('d0d5c3fb2cb5e7bbb00acdf5bcd72c31333830303030303031310a', 'hex')
  const path = `events/${eventId}/guests`
  expect((await post(path, listOf(gb))).data).toMatchObject({ added: 1, problem_count: 0 })
  const rows = Array.from({ length: 3000 }, (_, at) => `来宾,138${String(at).padStart(8, '0')}`)
  expect(await importing(`姓名,电话\n${rows.join('\n')}\n`)).toMatchObject({ added: 3000 })
  expect((await post(path, listOf(Buffer.alloc(600 * 1024, 'a')))).code).toBe(1413)
  const wrong = await post(path, uploadForm([new File(['a'], 'guests.exe')]))
  expect(wrong.data).toEqual({ fields: { file: '请选择 .csv、.txt 或 .jsonl 文件' } })
})

test('a long list is stored in parts, between which others are served; each has its row', async () => {
  const rows = Array.from({ length: 600 }, (_, at) => `来宾${at},138${String(at).padStart(8, '0')}`)
  const bytes = Buffer.from(`姓名,电话\n${rows.join('\n')}\n`)
  const seen: (number | string)[] = []
  const others: Promise<unknown>[] = []
  const stored = await importGuests(
    { connection: database, personal: personalOfTests },
    {
      event: { id: eventId, cityCode: '4403' },
      kind: 'parent',
      files: [{ name: 'guests.csv', bytes }],
      now: new Date(stage.clock.ms),
      async note(_tx, { added }) {
        others.push(database.db.$count(registration).then(() => seen.push('served')))
        seen.push(added)
      },
    },
  )
  expect(stored).toMatchObject({ added: 600, isStored: true })
  seen.push('stored')
  await Promise.all(others)
  expect(seen.filter((one) => typeof one === 'number')).toEqual([250, 250, 100])
  expect(seen.indexOf('served')).toBeLessThan(seen.indexOf(100))
  expect(await database.db.$count(registration)).toBe(600)
})

test('rows correct guests of earlier rows and of the list', async () => {
  await storeGuest(database, eventId, { name: '欧阳小明', phone: '+8613812345678' })
  const text =
    '姓名,电话,人数,入场码\n王甲,13800000011,,ABCD2345\n王甲,13800000011,3,ABCD2345\n欧阳大明,13812345678,,\n欧阳大明,13812345678,,\n'
  const { added, changed, unchanged, problem_count } = await importing(text)
  expect({ added, changed, unchanged, problem_count }).toEqual({
    added: 1,
    changed: 2,
    unchanged: 1,
    problem_count: 0,
  })
  expect(await importing(text, { added, changed, unchanged })).toMatchObject({ stored: true })
  const names = await database.db.select({ name: registration.nameCipher }).from(registration)
  expect(names.map(({ name }) => personalOfTests.decrypt(name ?? '')).toSorted()).toEqual(
    ['欧阳大明', '王甲'].toSorted(),
  )
})

test('two people who store the same list at once store it once', async () => {
  const text = '姓名,电话\n王甲,13800000011\n'
  const expected = { added: 1, changed: 0, unchanged: 0 }
  const both = await Promise.all([importing(text, expected), importing(text, expected)])
  expect(both.filter(({ stored }) => stored)).toHaveLength(1)
  expect(await database.db.$count(registration)).toBe(1)
})

test('guests are listed and found masked; names and phones are shown in full with a row of the log', async () => {
  const { id } = await storeGuest(database, eventId, { name: '欧阳小明', phone: '+8613812345678' })
  await storeGuest(database, eventId, { name: hostile.slice(0, 20), phone: '+8613800000099' })
  const listed = await stage.get(`/api/staff/events/${eventId}/guests?state=expected`, token)
  expect(listStaffGuests.data.parse(listed.data).items).toHaveLength(2)
  expect(listed.text).not.toMatch(/欧阳小明|13812345678/)
  for (const text of ['小明', '5678']) {
    const found = findStaffGuests.data.parse((await post(`events/${eventId}/guests/find`, { text })).data)
    expect(found.items).toMatchObject([{ id, name: '欧**', phone: '138****5678' }])
  }
  expect(await get(`guests/${id}`)).toMatchObject({
    name: '欧**',
    qr: expect.stringMatching(/^\/media\/tickets\//),
  })
  expect(await noted()).toEqual([])
  expect((await post(`guests/${id}/reveal`)).data).toEqual({ name: '欧阳小明', phone: '+8613812345678' })
  expect(await noted()).toMatchObject([{ command: 'staff guests reveal', record: `guest:${id}`, rows: 1 }])
})

test('a correction states what it was made from; of two at once the second sees the first', async () => {
  const { id } = await storeGuest(database, eventId)
  const { version } = getStaffGuest.data.parse(await get(`guests/${id}`))
  const both = await Promise.all([
    post(`guests/${id}`, { version, name: '李一', party_size: '3', phone: '' }),
    post(`guests/${id}`, { version, name: '王二', party_size: '4', phone: '' }),
  ])
  expect(codesOf(both)).toEqual([1000, 1409])
  const [changed, refused] = both.toSorted((one, other) => one.code - other.code)
  const now = getStaffGuest.data.parse(changed?.data)
  expect(refused?.data).toMatchObject({ current: { id, party_size: now.party_size, name: now.name } })
  expect(await noted()).toMatchObject([
    {
      command: 'staff guests correct',
      record: `guest:${id}`,
      changes: { name: 'changed', party_size: [1, now.party_size] },
    },
  ])
  expect((await noted())[0]?.changes).not.toHaveProperty('phone')
  const wrong = await post(`guests/${id}`, { version: now.version, phone: '1', party_size: '0' })
  expect(wrong.data).toEqual({
    fields: { phone: expect.stringMatching(/^请填写正确的电话/), party_size: '应为 1 到 20 的整数' },
  })
})

test.each(['cancelled', 'withdrawn'])(
  'name and phone of a guest whose booking was %s are not shown in full',
  async (state) => {
    const { id } = await storeGuest(database, eventId)
    expect(await get(`guests/${id}`)).toMatchObject({ booking_over: false })
    const [booking] = await database.db
      .insert(clue)
      .values({ reference: 'BOOKED0001', orderType: 'openday', cityCode: '4403' })
      .returning({ id: clue.id })
    await database.db.update(registration).set({ source: 'booking', clueId: booking?.id })
    expect((await post(`guests/${id}/reveal`)).code).toBe(1000)
    await database.db.update(clue).set({ state })
    expect(await get(`guests/${id}`)).toMatchObject({ booking_over: true })
    expect(await post(`guests/${id}/reveal`)).toMatchObject({ code: 1409, data: {} })
    expect(await noted()).toHaveLength(1)
  },
)

test('a correction to another guest of the list is refused', async () => {
  await storeGuest(database, eventId, { name: '丙', phone: '+8613800000021' })
  await storeGuest(database, eventId, { name: '甲', phone: '+8613800000021', sharesPhone: true })
  const { id, version } = await storeGuest(database, eventId, { name: '乙', phone: '+8613800000022' })
  const taken = await post(`guests/${id}`, { version, name: '甲', phone: '13800000021' })
  expect(taken).toMatchObject({ code: 1001, data: { fields: { name: '名单里已有同一电话和姓名的来宾' } } })
})

test('the code of a guest’s own ticket is set and changed; it opens the door, the former one does not', async () => {
  const { id, version, ticket } = await storeGuest(database, eventId)
  const other = await storeGuest(database, eventId, { name: '乙', phone: '+8613800000022' })
  const { device } = await pairedDevice('前台1')
  const set = async (guest: number, of: number, printed: string) =>
    post(`guests/${guest}`, { version: of, printed })
  const first = correctStaffGuest.data.parse((await set(id, version, 'ab-1234')).data)
  expect(first.printed).toBe('AB-1234')
  expect(await set(other.id, other.version, 'AB1234')).toMatchObject({
    code: 1001,
    data: { fields: { printed: '名单里另一位来宾用着这个入场码' } },
  })
  expect(await set(other.id, other.version, '?')).toMatchObject({ code: 1001 })
  const second = correctStaffGuest.data.parse((await set(id, first.version, 'CD-5678')).data)
  // The guest's own code of this site is none of another system.
  expect(await set(id, second.version, ticket)).toMatchObject({ data: { printed: 'CD-5678' } })
  await checkInBy(device, { ticket: 'AB1234' })
  expect(await get(`guests/${id}`)).not.toHaveProperty('checked_in_by')
  await checkInBy(device, { ticket: 'cd5678' })
  expect(await get(`guests/${id}`)).toMatchObject({ checked_in_by: '前台1' })
})

test('a check-in is undone and the guest removed, each with its row', async () => {
  const { id, ticket } = await storeGuest(database, eventId)
  const { device } = await pairedDevice('前台1')
  await checkInBy(device, { ticket })
  expect(await get(`guests/${id}`)).toMatchObject({ checked_in_by: '前台1' })
  expect(await post(`guests/${id}/remove`)).toMatchObject({ code: 1409 })
  expect(await post(`guests/${id}/undo`)).toMatchObject({ code: 1000 })
  expect(await post(`guests/${id}/undo`)).toMatchObject({ code: 1409 })
  expect(await get(`guests/${id}`)).toMatchObject({ undone: [{ by: '李活动' }] })
  expect(await post(`guests/${id}/remove`)).toMatchObject({ code: 1000 })
  expect(await get(`guests/${id}`)).not.toHaveProperty('name')
  expect((await post(`guests/${id}/reveal`)).code).toBe(1404)
  expect((await post(`guests/${id}`, { version: 99, name: '某' })).code).toBe(1404)
  expect((await noted()).map(({ command }) => command)).toEqual([
    'staff devices pair',
    'staff guests undo',
    'staff guests remove',
  ])
})

test('the code pairs one device; a revoked one is out at once, and a name belongs to one', async () => {
  const { id, device } = await pairedDevice('前台1')
  const state = () =>
    stage.api.fetch(new Request('https://site.example/api/kiosk/state', { headers: { device } }))
  expect((await state()).status).toBe(200)
  expect((await post(`events/${eventId}/devices`, { name: '前台1' })).data).toHaveProperty('fields.name')
  expect(await get(`devices/${id}`)).toMatchObject({ name: '前台1', state: 'paired', event: { id: eventId } })
  const both = await Promise.all([post(`devices/${id}/revoke`), post(`devices/${id}/revoke`)])
  expect(codesOf(both)).toEqual([1000, 1409])
  expect((await state()).status).toBe(401)
  const record = `device:${id}`
  expect(await noted()).toMatchObject([
    { command: 'staff devices pair', record },
    { command: 'staff devices revoke', record },
  ])
})

test('an event shows its numbers, devices and double check-ins; its report the same', async () => {
  const guest = await storeGuest(database, eventId)
  await storeGuest(database, eventId, { name: '没来', phone: '+8613800000031' })
  const devices = [await pairedDevice('前台1'), await pairedDevice('前台2')]
  for (const { device } of devices) await checkInBy(device, { registration_id: guest.id })
  await checkInBy(devices[0]?.device ?? '', { ticket: '00000000' })
  const event = getStaffEvent.data.parse(await get(`events/${eventId}`))
  expect(event).toMatchObject({
    numbers: { registered: 2, checked_in: 1, walk_ins: 0 },
    conflicts: 1,
    devices: [{ name: '前台1', state: 'paired' }, { name: '前台2' }],
    last_check_in_at: expect.any(String),
  })
  const report = getStaffEventReport.data.parse(await get(`events/${eventId}/report`))
  expect(report).toMatchObject({
    refusals: [{ message: '没有找到这个入场码', times: 1 }],
    devices: [
      { name: '前台1', sent: 1, wrong_clock: 0 },
      { name: '前台2', sent: 1, wrong_clock: 0 },
    ],
    conflicts: [{ registration_id: guest.id, name: '张**', first_device: '前台1', second_device: '前台2' }],
  })
  const other = await storeEvent(database, {
    cityCode: '4401',
    startsAt: new Date(stage.clock.ms + 86_400_000),
    endsAt: new Date(stage.clock.ms + 90_000_000),
  })
  const { items } = listStaffEvents.data.parse(await get('events'))
  expect(items).toMatchObject([
    { id: eventId, guests: 2, arrived: 1, devices: 2 },
    { id: other, guests: 0, arrived: 0, devices: 0 },
  ])
  expect(listStaffEvents.data.parse(await get('events?city_code=4401')).total).toBe(1)
})

test('the paper list has full names and leaves a row with their number', async () => {
  await storeGuest(database, eventId, { name: '王甲', phone: '+8613800000041' })
  await storeGuest(database, eventId, { name: '阿乙', phone: '+8613800000042' })
  const stand = { organisation: '弦歌学校', booth: 'A12' }
  await storeGuest(database, eventId, { kind: 'exhibitor', name: '赵丙', phone: '+8613800000043', ...stand })
  expect((await post(`events/${eventId}/paper`)).data).toMatchObject({
    rows: [
      { name: '赵丙', organisation: '弦歌学校 A12' },
      { name: '阿乙', phone: '138****0042' },
      { name: '王甲', phone: '138****0041' },
    ],
  })
  expect(await noted()).toMatchObject([
    { command: 'staff events paper', record: `event:${eventId}`, rows: 3 },
  ])
})

test('what cannot be recorded is not done', async () => {
  const { id, version, ticket } = await storeGuest(database, eventId)
  const { id: device, device: deviceToken } = await pairedDevice('前台1')
  await checkInBy(deviceToken, { ticket })
  const { version: arrived } = getStaffGuest.data.parse(await get(`guests/${id}`))
  expect(arrived).toBeGreaterThan(version)
  const before = await database.db.select().from(registration)
  await failingAccessLog(database, async () => {
    const list = listOf('姓名,电话\n王甲,13800000011\n', { added: 1, changed: 0, unchanged: 0 })
    for (const [path, body] of [
      [`guests/${id}`, { version: arrived, name: '新名' }],
      [`guests/${id}/undo`, {}],
      [`guests/${id}/reveal`, {}],
      [`events/${eventId}/guests`, list],
      [`events/${eventId}/devices`, { name: '前台2' }],
      [`events/${eventId}/paper`, {}],
      [`devices/${device}/revoke`, {}],
    ] as const) {
      expect((await post(path, body)).code, path).toBe(1500)
    }
  })
  expect(await database.db.select().from(registration)).toEqual(before)
  expect(await database.db.$count(checkIn)).toBe(1)
  expect(await database.db.select().from(kioskDevice)).toMatchObject([{ name: '前台1', revokedAt: null }])
  const [row] = before
  expect(personalOfTests.decrypt(row?.nameCipher ?? '')).toBe('张小明')
})
