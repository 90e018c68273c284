import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { eq } from 'drizzle-orm'
import type { DatabaseConnection } from '#server/db/connect.ts'
import { claimKey } from '#server/db/data-key.ts'
import { portableSequences, portableTables } from '#server/db/content/portable-rows.ts'
import { noteAccess } from '#server/db/accounts/access-log.ts'
import { school, staffLogin, staffMember, staffRecoveryCode, staffSession } from '#server/db/schema/index.ts'
import { hashOfBytes } from '#server/services/media/images/image-name.ts'
import { openFolderStore } from '#server/services/media/images/store.ts'
import { loadSampleGuests } from '#server/sample/content/guests.ts'
import { loadSample } from '#server/sample/content/load.ts'
import { personalOfTests } from '../api/api.ts'
import { dataDirOf, openTestDatabase } from './database.ts'
import { leadFields } from '../leads/leads.ts'
import { clockedApi } from '../api/clocked-api.ts'

/** A database of the run's engine with a data folder, as a process has them. */
export type Place = { connection: DatabaseConnection; dataDir: string; close: () => Promise<void> }

/** Opens an empty place. */
export async function openPlace(): Promise<Place> {
  const connection = await openTestDatabase()
  const ofEngine = dataDirOf(connection)
  const dataDir = ofEngine ?? mkdtempSync(path.join(os.tmpdir(), 'place-'))
  return {
    connection,
    dataDir,
    async close() {
      await connection.close()
      // The next file may have the engine.
      const left = ofEngine === undefined ? [''] : readdirSync(dataDir).filter((name) => name !== 'database')
      for (const name of left)
        rmSync(path.join(dataDir, name), { recursive: true, force: true, maxRetries: 3 })
    },
  }
}

/** Fills a place with content, a picture, and what a person of that phone (E.164) did; gives the person's token. */
export async function fillPlace(
  { connection, dataDir }: Omit<Place, 'close'>,
  phone = '+8613900001111',
): Promise<string> {
  await claimKey(connection.db, personalOfTests.keyId)
  await loadSample(connection, { schools: 7, log: { info: () => undefined } })
  await loadSampleGuests(connection, personalOfTests)
  const bytes = Buffer.from('the bytes of a picture')
  const name = `${hashOfBytes(bytes)}.jpg`
  await openFolderStore(path.join(dataDir, 'images')).put(name, bytes)
  const [first] = await connection.db.select({ id: school.id }).from(school).limit(1)
  const cover = { src: `/media/images/${name}`, width: 10, height: 10, color: '#fff' }
  await connection.db
    .update(school)
    .set({ cover, summary: '一行\u2028又一行\r\n"引号"\\反斜杠' })
    .where(eq(school.id, first?.id ?? 0))
  const stage = clockedApi(connection)
  const token = await stage.logIn(phone)
  await stage.post('/api/clue', leadFields({ key: 'a key of a filled place' }), token)
  await stage.post(`/api/school_collect/${first?.id}`, { is_collect: 1 }, token)
  await stage.post('/api/school/questions', { school_id: first?.id, question: '有校车吗？' }, token)
  const report = { school_id: first?.id, field: 'tuition', wrong: '学费是去年的', phone, consent_contact: 1 }
  await stage.post('/api/school/corrections', report, token)
  await addStaff(connection.db)
  return token
}

/** A member of the staff with a second factor, recovery codes, a session and a login on its way. */
async function addStaff(db: DatabaseConnection['db']): Promise<void> {
  const phone = '+8613900007777'
  const [member] = await db
    .insert(staffMember)
    .values({
      name: '管理员甲',
      role: 'administrator',
      phoneHash: personalOfTests.blindIndex('phone', phone),
      phoneCipher: personalOfTests.encrypt(phone),
      totpCipher: personalOfTests.encrypt('the secret of a second factor'),
    })
    .returning({ id: staffMember.id, name: staffMember.name })
  if (member === undefined) throw new Error('the member was not stored')
  const expiresAt = new Date(Date.now() + 3_600_000)
  const opened = { staffId: member.id, network: '203.0.113.0/24', expiresAt }
  await db.insert(staffSession).values({ ...opened, tokenHash: 'hash of a session' })
  await db.insert(staffLogin).values({
    ...opened,
    tokenHash: 'hash of a login',
    totpCipher: personalOfTests.encrypt('a secret on its way'),
  })
  await db
    .insert(staffRecoveryCode)
    .values(['one', 'two'].map((codeHash) => ({ staffId: member.id, codeHash })))
  await noteAccess(db, { staff: member, command: 'staff login', record: `staff:${member.id}` })
}

/** A mark of every table's rows that does not depend on the engine or on their order, and the sequences. */
export function digestOf(
  { withStatementTimeout }: DatabaseConnection,
  leftOut?: string,
): Promise<Record<string, unknown>> {
  return withStatementTimeout(60_000, async (client) => {
    await client.query(`set timezone = 'UTC'`)
    const lastChanges: Record<string, unknown> = {}
    for (const { name } of await portableTables(client)) {
      if (name === leftOut) continue
      const { rows } = await client.query<{ rows: number; lastChange: string | null }>(
        `select count(*)::int as rows, md5(string_agg(mark, '' order by mark collate "C")) as mark
        from (select md5(to_jsonb(t)::text) as mark from "${name}" t) marked`,
      )
      lastChanges[name] = rows[0]
    }
    await client.query('reset timezone')
    const sequences = (await portableSequences(client)).filter(({ table }) => table !== leftOut)
    return { ...lastChanges, sequences }
  })
}
