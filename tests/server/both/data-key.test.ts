import { readdirSync } from 'node:fs'
import { sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { exportRecordsTo } from '#server/cli/export-records.ts'
import { encryptedTables } from '#server/db/data-key.ts'
import {
  checkIn,
  clue,
  dataKey,
  event,
  idempotencyKey,
  like,
  question,
  registration,
  visitor,
} from '#server/db/schema/index.ts'
import { guestColumns } from '#server/services/check-ins/guest-columns.ts'
import { openPersonalData } from '#server/services/personal-data/open-personal-data.ts'
import { personHashes } from '#server/services/personal-data/person-index.ts'
import { createPersonalData, deriveKey, keyIdOf } from '#server/services/personal-data/personal-data.ts'
import { rekey } from '#server/services/personal-data/rekey.ts'
import { verifyTicket, signTicket } from '#server/services/check-ins/sign-ticket.ts'
import { personalOfTests } from '#tests/support/api/api.ts'
import { fillPlace, openPlace, type Place } from '#tests/support/database/whole-database.ts'

const oldKey = Buffer.alloc(32, 7)
const newKey = deriveKey(oldKey, 'another key')
const oldText = oldKey.toString('base64')
const newText = newKey.toString('hex')
const signal = new AbortController().signal
const phone = '+8613900003333'

async function emptyPlace(): Promise<Place> {
  const place = await openPlace()
  onTestFinished(() => place.close())
  return place
}

/** A place as an earlier build left it: it says nothing of its key. */
async function earlierPlace(): Promise<Place> {
  const place = await emptyPlace()
  await fillPlace(place, phone)
  await place.connection.db.delete(dataKey)
  return place
}

function opened({ connection, dataDir }: Place, dataKeyText?: string, dataKeyPrevious?: string) {
  return openPersonalData(connection, { dataDir, dataKey: dataKeyText, dataKeyPrevious })
}

test('a new database makes a key and is opened with it alone', async () => {
  const place = await emptyPlace()
  const { personal } = await opened(place)
  expect((await opened(place)).personal.keyId).toBe(personal.keyId)
  await expect(opened(place, newText)).rejects.toThrow(
    `封存的，这里的密钥是 ${keyIdOf(newKey)}。请换回原来的 data-key`,
  )
})

test('a database whose key is lost is not opened, and no new key is made', async () => {
  const place = await earlierPlace()
  await expect(opened(place)).rejects.toThrow(`没有密钥：数据库里的姓名和电话是用密钥 ${keyIdOf(oldKey)}`)
  await opened(place, oldText)
  await expect(opened(place)).rejects.toThrow('请把原来的 data-key 文件放回去')
  expect(readdirSync(place.dataDir).filter((name) => name.startsWith('data-key'))).toEqual([])
})

test('a filled database of an earlier build accepts only the key of its rows', async () => {
  const place = await earlierPlace()
  await expect(opened(place, newText)).rejects.toThrow('密钥不对')
  expect((await opened(place, oldText)).personal.keyId).toBe(personalOfTests.keyId)
  await expect(opened(place, newText)).rejects.toThrow('密钥不对')
})

test('of processes that start at once with different keys on an empty database one is served', async () => {
  const place = await emptyPlace()
  const ends = await Promise.allSettled([
    opened(place, oldText),
    opened(place, newText),
    opened(place, newText),
  ])
  const keys = new Set(ends.flatMap((end) => (end.status === 'fulfilled' ? end.value.personal.keyId : [])))
  expect(keys.size).toBe(1)
  expect(ends.some((end) => end.status === 'rejected')).toBe(true)
})

/** Guests as a list has them, and a walk-in. */
async function addGuests({ connection: { db } }: Place): Promise<void> {
  const [fair] = await db.select({ id: event.id }).from(event).limit(1)
  const eventId = fair?.id ?? 0
  const now = new Date()
  for (const guest of [
    { kind: 'parent', source: 'import' as const, name: '李四', phone },
    { kind: 'parent', source: 'import' as const, name: '李五', phone, sharesPhone: true },
    { kind: 'exhibitor', source: 'import' as const, name: '王五', organisation: '某学校' },
  ]) {
    await db.insert(registration).values({ ...guestColumns(personalOfTests, eventId, guest, now), eventId })
  }
  const phoneCipher = personalOfTests.encrypt(phone)
  const phoneHash = personalOfTests.blindIndex('phone', phone)
  const nameCipher = personalOfTests.encrypt('赵六')
  const given = {
    id: 'walk-in',
    nonce: 'a nonce',
    kind: 'parent',
    at: now,
    nameCipher,
    phoneCipher,
    phoneHash,
  }
  await db.insert(checkIn).values({ ...given, eventId })
}

test('an interrupted key change continues, and all rows are found as before', async () => {
  const place = await earlierPlace()
  const { connection } = place
  const { db } = connection
  await addGuests(place)
  await db
    .insert(like)
    .values({ subject: 'view', subjectId: 1, vidHash: personalOfTests.blindIndex('like', 'vid x') })
  const ticket = signTicket(personalOfTests, { id: 1, endsAt: new Date() }, 'ABCD2345')
  const stop = new AbortController()
  const broken = rekey(connection, {
    key: newKey,
    previous: oldKey,
    signal: stop.signal,
    progress: () => stop.abort(),
  })
  await expect(broken).rejects.toThrow('aborted')
  await expect(opened(place, newText)).rejects.toThrow('更换密钥还没有完成')
  await expect(opened(place, oldText)).rejects.toThrow('密钥不对')

  const seen: [number, number][] = []
  const progress = (done: number, all: number) => void seen.push([done, all])
  const done = await rekey(connection, { key: newKey, previous: oldKey, signal, progress })
  expect(done.duplicates).toBe(0)
  expect(seen.at(-1)).toEqual([done.rows, done.rows])
  const { personal } = await opened(place, newText)
  expect(personal.keyId).toBe(keyIdOf(newKey))

  const tables = await connection.withStatementTimeout(10_000, encryptedTables)
  expect(tables.map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      'check_in',
      'clue',
      'question',
      'registration',
      'staff_login',
      'staff_member',
      'visitor',
    ]),
  )
  for (const { name, columns } of tables) {
    for (const column of columns) {
      const { rows } = await connection.pool.query<{ cipher: string }>(
        `select "${column}" as cipher from "${name}" where "${column}" is not null`,
      )
      for (const { cipher } of rows) expect(personal.decrypt(cipher)).not.toBe('')
    }
  }
  const blindIndex = personal.blindIndex('phone', phone)
  expect(await db.$count(visitor, sql`${visitor.phoneHash} = ${blindIndex}`)).toBe(1)
  expect(await db.$count(checkIn, sql`${checkIn.phoneHash} = ${blindIndex}`)).toBe(1)
  expect(await db.$count(registration, sql`${registration.phoneHash} = ${blindIndex}`)).toBe(2)
  const [lead] = await db.select().from(clue)
  expect(lead?.phoneHash).toBe(personal.blindIndex('phone', personal.decrypt(lead?.phoneCipher ?? '')))
  expect(
    await db.$count(question, sql`${question.phoneCipher} is not null and ${question.phoneHash} is null`),
  ).toBe(0)
  const found = personHashes(personal, {
    name: personal.decrypt(lead?.nameCipher ?? ''),
    phone: personal.decrypt(lead?.phoneCipher ?? ''),
  })
  expect(lead?.personHashes).toEqual(found)
  // The guests of a list are told from one another as by an import under the new key.
  const stored = await db.select().from(registration)
  const isAnew = (row: (typeof stored)[number]) => {
    const name = personal.decrypt(row.nameCipher ?? '')
    const clear = row.phoneCipher === null ? undefined : personal.decrypt(row.phoneCipher)
    const forms = [false, true].map((sharesPhone) =>
      guestColumns(
        personal,
        row.eventId,
        {
          kind: row.kind,
          source: 'import',
          name,
          phone: clear,
          organisation: row.organisation ?? undefined,
          sharesPhone,
        },
        new Date(),
      ),
    )
    return forms.some(
      (form) =>
        form.identity === row.identity &&
        (form.tailHash ?? null) === row.tailHash &&
        String(form.personHashes) === String(row.personHashes),
    )
  }
  expect(stored.filter((row) => row.identity !== null && !isAnew(row))).toEqual([])
  // What only clients hold is known on.
  const replayed = personal.blindIndex('clue-key', 'a key of a filled place')
  expect(await db.$count(idempotencyKey, sql`${idempotencyKey.keyHash} = ${replayed}`)).toBe(1)
  expect(await db.$count(like, sql`${like.vidHash} = ${personal.blindIndex('like', 'vid x')}`)).toBe(1)
  expect(verifyTicket(personal, ticket)).toMatchObject({ code: 'ABCD2345' })
  // And through a second change.
  const third = deriveKey(newKey, 'third')
  await rekey(connection, { key: third, previous: newKey, signal })
  const { personal: last } = await opened(place, third.toString('base64'))
  expect(verifyTicket(last, ticket)).toMatchObject({ code: 'ABCD2345' })
})

test('rows under two keys, as an earlier build could leave them, are encrypted under one', async () => {
  const place = await earlierPlace()
  const { db } = place.connection
  const other = createPersonalData(newKey)
  const cipher = { phoneCipher: other.encrypt(phone), phoneHash: other.blindIndex('phone', phone) }
  await db.insert(visitor).values(cipher)
  await opened(place, oldText)
  const done = await rekey(place.connection, { key: oldKey, previous: newKey, signal })
  // The same phone has an account already: this one stays, and is not found by it.
  expect(done).toEqual({ rows: 1, duplicates: 1 })
  const { personal } = await opened(place, oldText)
  for (const row of await db.select().from(visitor))
    expect(personal.decrypt(row.phoneCipher ?? '')).toBe(phone)
  await expect(rekey(place.connection, { key: newKey, previous: Buffer.alloc(32), signal })).rejects.toThrow(
    '既不是新的',
  )
})

test('an export names a row that it cannot read, and goes on', async () => {
  const place = await earlierPlace()
  const other = createPersonalData(newKey)
  const [lead] = await place.connection.db.select().from(clue)
  if (lead === undefined) throw new Error('there is no lead')
  const { id: _id, ...given } = lead
  const nameCipher = other.encrypt('读不出的人')
  await place.connection.db
    .insert(clue)
    .values({ ...given, accessHash: null, reference: 'ZZZZZZZZZZ', nameCipher })
  const lines: string[] = []
  const call = {
    args: ['--since', '2020-01-01'],
    cwd: place.dataDir,
    print: (line: string) => void lines.push(line),
    signal,
  }
  const { connection } = place
  expect(await exportRecordsTo('leads', { connection, personal: personalOfTests }, call)).toBe(1)
  const said = lines.join('\n')
  expect(said).toContain('王小明')
  expect(said).toContain(`ZZZZZZZZZZ`)
  expect(said).toContain(`读不出（密钥 ${other.keyId}）`)
  expect(lines.at(-1)).toContain('1 行的姓名或电话是用别的密钥封存的，读不出：ZZZZZZZZZZ')
})
