import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { and, desc, eq, isNotNull, isNull, ne, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { operatorCommands } from '#server/cli/commands.ts'
import { restoreCommand } from '#server/cli/restore-command.ts'
import { readConfig } from '#server/config.ts'
import { noteAccess } from '#server/db/accounts/access-log.ts'
import { markWithdrawn } from '#server/db/accounts/consents.ts'
import { dropEverything } from '#server/db/migrate.ts'
import { findSiteFacts } from '#server/db/site-facts.ts'
import { findOperations } from '#server/db/staff/today.ts'
import { deleteBook, findBook, storeBookAccess } from '#server/db/leads/decision-books.ts'
import { endRequest } from '#server/db/leads/requests.ts'
import {
  accessLog,
  checkIn,
  checkInAttempt,
  clue,
  dataKey,
  decisionBook,
  decisionColumn,
  code as codeSent,
  consent,
  deletion,
  kioskDevice,
  openDay,
  registration,
  session,
  staffLogin,
  staffMember,
  staffRecoveryCode,
  staffSession,
  visitor,
} from '#server/db/schema/index.ts'
import { restoreBackup } from '#server/services/backup/restore-backup.ts'
import { createPersonalData, keyIdOf } from '#server/services/personal-data/personal-data.ts'
import { writeBackup } from '#server/services/backup/write-backup.ts'
import { runCommand } from '#server/services/operations/operator-command.ts'
import { openImages } from '#server/services/media/images/open-images.ts'
import { ask, personalOfTests } from '#tests/support/api/api.ts'
import { freshPhone, leadFields } from '#tests/support/leads/leads.ts'
import { checkInFields, storeEvent } from '#tests/support/kiosk/check-ins.ts'
import { folderWith } from '#tests/support/operator/operator.ts'
import { clockedApi } from '#tests/support/api/clocked-api.ts'
import { digestOf, fillPlace, openPlace, type Place } from '#tests/support/database/whole-database.ts'

const phone = '+8613900002222'
let place: Place
let token: string
/** A backup of the place as it is at first. */
let older: string

beforeAll(async () => {
  place = await openPlace()
  token = await fillPlace(place, phone)
  older = await backUp(place, mkdtempSync(path.join(os.tmpdir(), 'backups-')))
})
afterAll(async () => {
  await place?.close()
  rmSync(path.dirname(older), { recursive: true, force: true })
})

async function emptyPlace(): Promise<Place> {
  const empty = await openPlace()
  onTestFinished(() => empty.close())
  return empty
}

async function backUp({ connection, dataDir }: Place, parent = folderWith({})): Promise<string> {
  const folder = path.join(parent, 'backup')
  const images = openImages({ dataDir })
  const signal = new AbortController().signal
  const { keyId } = personalOfTests
  await writeBackup(connection, { folder, dataDir, images, keyId, now: new Date(), signal })
  return folder
}

/** Whether the person has an account there. */
async function isThere({ connection }: Place): Promise<boolean> {
  const phoneHash = personalOfTests.blindIndex('phone', phone)
  return (await connection.db.select().from(visitor)).some((row) => row.phoneHash === phoneHash)
}

function restore(
  { connection, dataDir }: Place,
  folder: string,
  more: Partial<Parameters<typeof restoreBackup>[1]> = {},
) {
  const images = openImages({ dataDir })
  const { keyId } = personalOfTests
  const options = { folder, images, keyId, replace: false, withoutLedger: true, now: new Date(), ...more }
  return restoreBackup(connection, options)
}

test('a restored database has every row, sequence and picture, and decrypts its personal data', async () => {
  const there = await emptyPlace()
  const restored = await restore(there, older, { isCurrent: true })
  expect(await digestOf(there.connection)).toEqual(await digestOf(place.connection))
  expect(restored.pictures).toBe(1)
  expect(readdirSync(path.join(there.dataDir, 'images'))).toEqual(
    readdirSync(path.join(place.dataDir, 'images')),
  )
  const [lead] = await there.connection.db.select().from(clue)
  expect(personalOfTests.decrypt(lead?.nameCipher ?? '')).toBe('王小明')
  expect(await isThere(there)).toBe(true)
  // Identities go on where they stood.
  const answer = await clockedApi(there.connection).post('/api/clue', leadFields())
  expect(answer.code).toBe(1000)
})

test('a backup made under traffic is a consistent snapshot', async () => {
  const stage = clockedApi(place.connection)
  const over = new AbortController()
  const acknowledged: number[] = []
  const traffic = Promise.all(
    [1, 2, 3].map(async () => {
      while (!over.signal.aborted) {
        const { code } = await stage.post('/api/clue', leadFields({ phone: freshPhone() }))
        if (code === 1000) acknowledged.push(code)
      }
    }),
  )
  while (acknowledged.length < 10) await stage.post('/api/clue', leadFields())
  const before = acknowledged.length
  const folder = await backUp(place).finally(() => over.abort())
  await traffic
  const there = await emptyPlace()
  await restore(there, folder)
  const leads = await there.connection.db.$count(clue)
  expect(leads).toBeGreaterThanOrEqual(before)
  expect(await there.connection.db.$count(consent)).toBe(leads)
  expect(readdirSync(place.dataDir).filter((name) => name.startsWith('.snapshot'))).toEqual([])
})

test('people deleted after the backup stay deleted, by the ledger in place or a newer one', async () => {
  const stage = clockedApi(place.connection)
  stage.clock.now = new Date(stage.clock.now.getTime() + 600_000)
  const code = await stage.codeFor(phone, token)
  expect((await stage.post('/api/center/delete', { code }, token)).code).toBe(1000)
  const newer = await backUp(place)
  const there = await emptyPlace()
  await restore(there, older, { ledger: newer })
  expect(await isThere(there)).toBe(false)
  expect(await there.connection.db.$count(deletion)).toBe(1)
  await restore(place, older, { replace: true })
  expect(await isThere(place)).toBe(false)
})

/** What an older backup must not bring back: a login, a consent, a booking with its seat, a device. */
async function endThings({ connection }: Place) {
  const stage = clockedApi(connection)
  stage.clock.now = new Date()
  const own = '+8613900004444'
  const key = await stage.logIn(own)
  const [day] = await connection.db
    .select()
    .from(openDay)
    .where(
      sql`coalesce(${openDay.bookingClosesAt}, ${openDay.startsAt}) > now() and ${openDay.capacity} > ${openDay.taken}`,
    )
  const booking = leadFields({ phone: own, order_type: 'openday', open_day_id: day?.id })
  const booked = await stage.post('/api/clue', booking, key)
  expect(booked.code).toBe(1000)
  const asked = await stage.post('/api/clue', leadFields({ phone: own }), key)
  expect(asked.code).toBe(1000)
  return { stage, key, dayId: day?.id ?? 0 }
}

async function standing({ connection: { db } }: Place, dayId: number) {
  const [day] = await db.select().from(openDay).where(eq(openDay.id, dayId))
  return {
    taken: day?.taken,
    withdrawn: await db.$count(consent, isNotNull(consent.withdrawnAt)),
    cancelled: await db.$count(clue, eq(clue.state, 'cancelled')),
    ended: await db.$count(clue, eq(clue.state, 'withdrawn')),
  }
}

test('a book that was deleted after the backup stays deleted, and an address that was replaced opens nothing', async () => {
  const { connection } = place
  const book = (accessHash: string) => ({
    accessHash,
    accessCipher: personalOfTests.encrypt(accessHash),
    schoolIds: [1],
    createdAt: new Date(),
  })
  const [deleted, replaced, kept] = await connection.db
    .insert(decisionBook)
    .values([book('deleted'), book('replaced'), book('kept')])
    .returning()
  const sealed = personalOfTests.encrypt('[]')
  const said = { nameCipher: sealed, answersCipher: sealed, updatedAt: new Date() }
  for (const { id: bookId } of [deleted, replaced, kept].flatMap((row) => row ?? []))
    await connection.db.insert(decisionColumn).values({ bookId, ...said })
  const before = await backUp(place)
  await deleteBook(connection.db, 'deleted')
  await connection.db.transaction((tx) => storeBookAccess(tx, replaced?.id ?? 0, 'next'))
  const newer = await backUp(place)
  const there = await emptyPlace()
  await restore(there, before, { withoutLedger: false, ledger: newer })
  await restore(place, before, { withoutLedger: false, replace: true })
  for (const { connection: restored } of [place, there]) {
    const opens = (hash: string) => findBook(restored.db, hash)
    expect(await opens('deleted')).toBeUndefined()
    expect(await opens('replaced')).toBeUndefined()
    expect(await opens('next')).toMatchObject({ id: replaced?.id, schoolIds: [1] })
    expect(await opens('kept')).toMatchObject({ id: kept?.id })
    const left = restored.db.select({ book: decisionColumn.bookId }).from(decisionColumn)
    const columns = await left.orderBy(decisionColumn.bookId)
    expect(columns.map((column) => column.book)).toEqual([replaced?.id, kept?.id])
  }
})

test('what ended after the backup stays ended, and its sessions and codes are not restored', async () => {
  const { stage, key, dayId } = await endThings(place)
  const before = await backUp(place)
  await place.connection.db.update(session).set({ endedAt: new Date(), endedBy: 'revoked' })
  const [one, two] = await place.connection.db.select().from(clue).where(eq(clue.openDayId, dayId))
  const other = await place.connection.db
    .select()
    .from(consent)
    .where(and(isNull(consent.withdrawnAt), ne(consent.clueId, one?.id ?? 0)))
  expect(two).toBeUndefined()
  const { db } = place.connection
  const giving = { now: new Date(), sms: new Set<never>() }
  await db.transaction((tx) => endRequest(tx, one?.id ?? 0, 'cancelled', giving))
  await db.transaction((tx) => markWithdrawn(tx, other[0]?.id ?? 0, new Date()))
  await db.transaction((tx) => endRequest(tx, other[0]?.clueId ?? 0, 'withdrawn', giving))
  await db.update(staffMember).set({ closedAt: new Date() })
  await db.update(staffRecoveryCode).set({ usedAt: new Date() }).where(eq(staffRecoveryCode.codeHash, 'one'))
  const ended = await standing(place, dayId)
  const newer = await backUp(place)

  const there = await emptyPlace()
  await expect(restore(there, before, { withoutLedger: false })).rejects.toThrow('--no-deletions')
  await expect(restore(there, before, { ledger: before })).rejects.toThrow('不比要恢复的')
  expect(await there.connection.db.$count(clue)).toBe(0)
  await restore(there, before, { withoutLedger: false, ledger: newer })
  expect(await standing(there, dayId)).toEqual(ended)
  const later = { now: new Date(Date.now() + 61 * 86_400_000) }
  await expect(restore(place, before, { ...later, withoutLedger: false, replace: true })).rejects.toThrow(
    '备份太旧',
  )
  await restore(place, before, { withoutLedger: false, replace: true })
  expect(await standing(place, dayId)).toEqual(ended)
  for (const { connection } of [place, there]) {
    expect(await connection.db.$count(session, isNull(session.endedAt))).toBe(0)
    expect(await connection.db.$count(codeSent)).toBe(0)
    expect(await connection.db.$count(staffSession, isNull(staffSession.endedAt))).toBe(0)
    expect(await connection.db.$count(staffLogin)).toBe(0)
    expect(await connection.db.$count(staffMember, isNull(staffMember.closedAt))).toBe(0)
    expect(await connection.db.$count(staffRecoveryCode, isNull(staffRecoveryCode.usedAt))).toBe(1)
    expect(await connection.db.$count(kioskDevice, isNull(kioskDevice.revokedAt))).toBe(0)
  }
  const asked = await ask(stage.api, '/api/center/info', { headers: { token: key } })
  expect(asked.code).not.toBe(1000)
})

test('a check-in whose consent was withdrawn after the backup has no person again, and its family finds the consent', async () => {
  const { connection } = place
  const stage = clockedApi(connection)
  stage.clock.now = new Date()
  const times = { startsAt: new Date(Date.now() - 3_600_000), endsAt: new Date(Date.now() + 3_600_000) }
  const eventId = await storeEvent(connection, times)
  const own = '+8613900005555'
  const arrived = { event_id: eventId, name: '李家长', phone: own, consent_checkin: 1, device: '李家的手机' }
  expect((await stage.post('/api/checkins', checkInFields(arrived))).code).toBe(1000)
  const token = await stage.logIn(own)
  const [given] = await connection.db.select().from(consent).where(isNotNull(consent.checkInId))
  const before = await backUp(place)
  expect((await stage.post(`/api/center/consents/${given?.id}/withdraw`, {}, token)).code).toBe(1000)
  const newer = await backUp(place)

  const there = await emptyPlace()
  const { db } = there.connection
  await restore(there, before, { withoutLedger: false, ledger: newer })
  const nobody = { nameCipher: null, phoneCipher: null, phoneHash: null }
  expect(await db.select().from(checkIn).where(eq(checkIn.eventId, eventId))).toMatchObject([
    { ...nobody, device: null },
  ])
  expect(await db.select().from(registration).where(eq(registration.eventId, eventId))).toMatchObject([
    { ...nobody, tailHash: null, personHashes: null, identity: null },
  ])
  expect(await db.$count(checkInAttempt, isNotNull(checkInAttempt.device))).toBe(0)
  const [account] = await db
    .select()
    .from(visitor)
    .where(eq(visitor.phoneHash, personalOfTests.blindIndex('phone', own)))
  const [ended] = await db
    .select()
    .from(consent)
    .where(eq(consent.id, given?.id ?? 0))
  expect(ended).toMatchObject({ visitorId: account?.id, withdrawnAt: expect.any(Date) })
})

test('records of deletions with a hole between them are refused', async () => {
  const there = await emptyPlace()
  await restore(there, older)
  const newer = await backUp(there)
  const day = 86_400_000
  const file = path.join(newer, 'manifest.json')
  const manifest = readFileSync(file, 'utf8')
  writeFileSync(
    file,
    manifest.replace(/"madeAt": "[^"]+"/, `"madeAt": "${new Date(Date.now() + 50 * day).toISOString()}"`),
  )
  const both = { withoutLedger: false, replace: true, ledger: newer }
  const restoredAfter = (days: number) =>
    restore(there, older, { ...both, now: new Date(Date.now() + days * day) })
  await expect(restoredAfter(130)).rejects.toThrow('备份太旧')
  await restoredAfter(100)
})

test('a backup under the previous key is encrypted anew', async () => {
  const there = await emptyPlace()
  const key = Buffer.alloc(32, 8)
  const previous = { id: personalOfTests.keyId, key: Buffer.alloc(32, 7) }
  const keyId = keyIdOf(key)
  await expect(restore(there, older, { keyId })).rejects.toThrow('DATA_KEY_PREVIOUS')
  await restore(there, older, { keyId, keys: { key, previous } })
  const [lead] = await there.connection.db.select().from(clue)
  const [state] = await there.connection.db.select().from(dataKey)
  const anew = createPersonalData(key, state?.retainedIndexKeys)
  expect(anew.decrypt(lead?.nameCipher ?? '')).toBe('王小明')
  expect(state).toMatchObject({ keyId, previousId: null })
})

test('the command leaves a row of who restored what in the database that results', async () => {
  const there = await emptyPlace()
  const config = readConfig({
    NODE_ENV: 'test',
    DATA_DIR: there.dataDir,
    DATA_KEY: Buffer.alloc(32, 7).toString('base64'),
  })
  const connect = async () => ({ ...there.connection, close: async () => undefined })
  const { signal } = new AbortController()
  const lines: string[] = []
  const call = {
    args: [older, '--no-deletions'],
    cwd: there.dataDir,
    print: (line: string) => void lines.push(line),
    operator: '王五',
    signal,
  }
  expect(await runCommand(restoreCommand(config, connect), call), lines.join('\n')).toBe(0)
  const { madeAt } = z
    .object({ madeAt: z.string() })
    .parse(JSON.parse(readFileSync(path.join(older, 'manifest.json'), 'utf8')))
  const [noted] = await there.connection.db.select().from(accessLog).orderBy(desc(accessLog.id)).limit(1)
  expect(noted).toMatchObject({ command: 'restore', operator: '王五', details: { madeAt } })
  expect(noted?.rows).toBeGreaterThan(0)
  // Until the next backup the one that was restored is the last.
  const { db } = there.connection
  expect(await findSiteFacts(db, { now: new Date(), kinds: [] })).toMatchObject({
    lastBackup: new Date(madeAt).getTime() / 1000,
  })
  expect(await findOperations(db, undefined)).toMatchObject({ lastBackupAt: new Date(madeAt) })
})

test('a backup with a wrong manifest is refused with a message, and the database can still be restored to', async () => {
  const folder = path.join(folderWith({}), 'copy')
  cpSync(older, folder, { recursive: true })
  const there = await emptyPlace()
  await there.connection.withStatementTimeout(60_000, dropEverything)
  const manifest = path.join(folder, 'manifest.json')
  const whole = readFileSync(manifest, 'utf8')
  writeFileSync(manifest, whole.replace(/"migrations": \d+/, '"migrations": 3'))
  await expect(restore(there, folder)).rejects.toThrow('manifest.json 里的 migrations 不对')
  writeFileSync(manifest, whole)
  mkdirSync(path.join(folder, 'pictures/folder'))
  await expect(restore(there, folder)).rejects.toThrow('pictures/folder 不是图片文件')
  rmSync(path.join(folder, 'pictures/folder'), { recursive: true })
  const file = path.join(folder, 'tables/school.jsonl.gz')
  const bytes = readFileSync(file)
  writeFileSync(file, gzipSync(Buffer.alloc(70 * 1024 * 1024, 'a')))
  await expect(restore(there, folder)).rejects.toThrow('有一行超过')
  writeFileSync(file, bytes)
  await restore(there, folder)
  expect(await isThere(there)).toBe(true)
})

test('a damaged backup, another key and a database with rows are refused, and nothing is changed', async () => {
  const folder = path.join(folderWith({}), 'copy')
  cpSync(older, folder, { recursive: true })
  const there = await emptyPlace()
  const before = await digestOf(there.connection)
  await expect(restore(there, folder, { keyId: '00000000' })).rejects.toThrow('密钥')
  await expect(restore(place, folder)).rejects.toThrow('已有数据')
  const file = path.join(folder, 'tables/school.jsonl.gz')
  const bytes = readFileSync(file)
  writeFileSync(file, bytes.subarray(0, -20))
  await expect(restore(there, folder)).rejects.toThrow('school')
  writeFileSync(file, Buffer.from(bytes).fill(0, 200, 220))
  await expect(restore(there, folder)).rejects.toThrow('school')
  await expect(restore(there, path.dirname(folder))).rejects.toThrow('不是完整的备份')
  expect(await digestOf(there.connection)).toEqual(before)
})

test('an aborted backup leaves nothing', async () => {
  const stop = new AbortController()
  stop.abort()
  const folder = path.join(folderWith({}), 'backup')
  const options = { folder, dataDir: place.dataDir, images: openImages(place), keyId: 'x', now: new Date() }
  await expect(writeBackup(place.connection, { ...options, signal: stop.signal })).rejects.toThrow('aborted')
  expect(existsSync(folder)).toBe(false)
})

test('a backup counts once it is complete: failed and wrong calls are none', async () => {
  const { connection, dataDir } = await emptyPlace()
  const cwd = folderWith({ there: '' })
  const backup = operatorCommands(connection, dataDir, personalOfTests).get('backup')
  if (backup === undefined) throw new Error('no such command')
  const run = (...args: string[]) =>
    runCommand(backup, { args, cwd, print: () => {}, signal: new AbortController().signal })
  const recorded = () =>
    connection.db.select({ rows: accessLog.rows }).from(accessLog).where(eq(accessLog.command, 'backup'))
  const last = async () => ({
    metric: (await findSiteFacts(connection.db, { now: new Date(), kinds: [] })).lastBackup,
    page: (await findOperations(connection.db, undefined)).lastBackupAt,
  })
  expect(await run('--out', 'there')).toBe(1)
  expect(await run('--nonsense')).toBe(2)
  expect(await recorded()).toEqual([])
  // Earlier builds recorded a backup before it began.
  await noteAccess(connection.db, { command: 'backup', operator: 'root' })
  expect(await last()).toEqual({ metric: null, page: null })
  expect(await run('--out', 'fresh')).toBe(0)
  const [, written, ...more] = await recorded()
  expect(written?.rows).toBeGreaterThan(0)
  expect(more).toEqual([])
  expect(await last()).toEqual({ metric: expect.any(Number), page: expect.any(Date) })
})
