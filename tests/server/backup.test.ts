import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { clue, consent, deletion, visitor } from '#server/db/schema/index.ts'
import { restoreBackup } from '#server/services/backup/restore-backup.ts'
import { writeBackup } from '#server/services/backup/write-backup.ts'
import { openImages } from '#server/services/images/open-images.ts'
import { personalOfTests } from '#tests/support/api.ts'
import { freshPhone, leadFields } from '#tests/support/leads.ts'
import { folderWith } from '#tests/support/operator.ts'
import { stageOn } from '#tests/support/people.ts'
import { digestOf, fillPlace, openPlace, type Place } from '#tests/support/whole-database.ts'

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
  const phoneHash = personalOfTests.mark('phone', phone)
  return (await connection.db.select().from(visitor)).some((row) => row.phoneHash === phoneHash)
}

function restore(
  { connection, dataDir }: Place,
  folder: string,
  more: { replace?: boolean; keyId?: string; ledger?: string } = {},
) {
  const images = openImages({ dataDir })
  const options = { folder, images, keyId: personalOfTests.keyId, replace: false, now: new Date(), ...more }
  return restoreBackup(connection, options)
}

test('a restored place has every row, sequence and picture, and opens what was sealed', async () => {
  const there = await emptyPlace()
  const told = await restore(there, older)
  expect(await digestOf(there.connection)).toEqual(await digestOf(place.connection))
  expect(told.pictures).toBe(1)
  expect(readdirSync(path.join(there.dataDir, 'images'))).toEqual(
    readdirSync(path.join(place.dataDir, 'images')),
  )
  const [lead] = await there.connection.db.select().from(clue)
  expect(personalOfTests.open(lead?.nameCipher ?? '')).toBe('王小明')
  expect(await isThere(there)).toBe(true)
  // Identities go on where they stood.
  const answer = await stageOn(there.connection).post('/api/clue', leadFields())
  expect(answer.code).toBe(1000)
})

test('a backup made under traffic holds one moment', async () => {
  const stage = stageOn(place.connection)
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

test('whoever was deleted after the backup stays deleted, by the ledger that is there or a newer one', async () => {
  const stage = stageOn(place.connection)
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

test('a damaged backup, another key and a place with rows are refused, and nothing is changed', async () => {
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

test('a backup that is given up leaves nothing', async () => {
  const stop = new AbortController()
  stop.abort()
  const folder = path.join(folderWith({}), 'backup')
  const options = { folder, dataDir: place.dataDir, images: openImages(place), keyId: 'x', now: new Date() }
  await expect(writeBackup(place.connection, { ...options, signal: stop.signal })).rejects.toThrow('aborted')
  expect(existsSync(folder)).toBe(false)
})
