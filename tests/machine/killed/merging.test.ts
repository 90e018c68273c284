import { eq } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import { envelope } from '#server/contract/endpoint.ts'
import { compareSchoolMerge } from '#server/contract/staff/school-merge.ts'
import type { DatabaseConnection } from '#server/db/connect.ts'
import { accessLog, collect, school, teacher, visitor } from '#server/db/schema/index.ts'
import { productTables } from '#server/db/vacuum.ts'
import { each } from '#tests/support/api/api.ts'
import { processDatabase } from '#tests/support/database/process-database.ts'
import { isAtLastStep, slowAccessLog, usualAccessLog } from '#tests/support/faults/slow-access-log.ts'
import { importFile } from '#tests/support/operator/operator.ts'
import { startKillableSite, type KillableSite } from '#tests/support/site/killable-site.ts'
import { storeAdministratorSession } from '#tests/support/staff/stored-session.ts'

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

const command = 'staff schools merge'
const lines = [
  { name: '南山学校', city: '深圳', phone: '0755-11112222' },
  { name: '南山实验学校', city: '深圳', phone: '0755-33334444', former_names: '蛇口小学' },
]

/** Two schools, of which the second has a teacher and a parent who collected it. */
async function fill(database: DatabaseConnection): Promise<{ stay: number; go: number }> {
  const { db } = database
  const text = lines.map((line) => JSON.stringify(line)).join('\n')
  expect((await importFile(database, 'schools.jsonl', text)).exit).toBe(0)
  const rows = await db.select({ id: school.id, name: school.name }).from(school)
  const idOf = (name: string) => rows.find((row) => row.name === name)?.id ?? 0
  const [stay, go] = [idOf('南山学校'), idOf('南山实验学校')]
  await db.insert(teacher).values({ schoolId: go, name: '王老师', role: '校长' })
  const [parent] = await db
    .insert(visitor)
    .values({ phoneHash: 'a', phoneCipher: 'a' })
    .returning({ id: visitor.id })
  await db.insert(collect).values({ visitorId: parent?.id ?? 0, schoolId: go })
  return { stay, go }
}

/** Every row of the tables that a merge changes, or stages its changes in, by table. */
async function rowsOf({ pool }: DatabaseConnection): Promise<Record<string, string[]>> {
  const changed =
    /^public\.(?:school|school_name|school_search|import_\w+|teacher|collect|collect_note|clue|consent|banner|ranking\w*|content_draft|access_log)$/
  const found: Record<string, string[]> = {}
  for (const table of (await productTables(pool)).filter((name) => changed.test(name))) {
    const { rows } = await pool.query<{ row: string }>(`select t::text as row from ${table} t order by 1`)
    found[table] = rows.map(({ row }) => row)
  }
  return found
}

/** Calls of a member of the staff about two schools at a site. */
function merging(site: KillableSite, { token, stay, go }: { token: string; stay: number; go: number }) {
  const headers = { 'staff-token': token, 'content-type': 'application/json' }
  const call = async (path: string, init: RequestInit = {}) => {
    const answer = await fetch(`${site.url}/api/staff/school-merge${path}`, { ...init, headers })
    return envelope.parse(await answer.json())
  }
  return {
    compared: async () => compareSchoolMerge.data.parse((await call(`?stay=${stay}&go=${go}`)).data),
    /** The schools that visitors find by the name of the one that goes. */
    async found() {
      const answer = await fetch(`${site.url}/api/schools?q=${encodeURIComponent('蛇口小学')}`)
      return each(envelope.parse(await answer.json()).data, 'id')
    },
    merge: (versions: { stay_version: string; go_version: string }) =>
      call('', {
        method: 'POST',
        body: JSON.stringify({ stay, go, ...versions, same: 'yes', taken: ['phone'] }),
      }),
  }
}

test('a merge that is killed leaves both schools and the log as they were, and is done once after the next start', async () => {
  const place = await processDatabase()
  closing.push(place.discard)
  const database = await place.open()
  const pair = { ...(await fill(database)), token: await storeAdministratorSession(database) }
  await slowAccessLog(database, command)
  const before = await rowsOf(database)
  expect(before).toMatchObject({
    'public.teacher': [expect.any(String)],
    'public.collect': [expect.any(String)],
  })
  await place.close()

  const settings = { ...place.settings, SAMPLE: 'off', SMS: 'console' }
  const killed = await startKillableSite(settings)
  const first = merging(killed, pair)
  const compared = await first.compared()
  expect(await first.found()).toEqual([pair.go])
  const versions = { stay_version: compared.stay.version, go_version: compared.go.version }
  const answered = first.merge(versions).catch(() => 'cut off')
  const isServer = place.settings['DATABASE_URL'] !== undefined
  await expect
    .poll(() => isAtLastStep(killed, isServer ? database : undefined), { timeout: 30_000, interval: 100 })
    .toBe(true)
  await killed.kill('family')
  expect(await answered).toBe('cut off')

  const after = await place.open()
  // A server notices a moment later that its client has gone.
  await expect.poll(() => usualAccessLog(after).then(() => true), { timeout: 30_000 }).toBe(true)
  expect(await rowsOf(after)).toEqual(before)
  await place.close()

  const site = await startKillableSite(settings)
  closing.push(() => site.kill('family').catch(() => undefined))
  const again = merging(site, pair)
  expect(await again.compared()).toEqual(compared)
  expect(await again.found()).toEqual([pair.go])
  expect(await again.merge(versions)).toMatchObject({ code: 1000, data: { id: pair.stay } })
  expect(await again.merge(versions)).toMatchObject({ code: 1409 })
  await expect.poll(() => again.found(), { timeout: 30_000 }).toEqual([pair.stay])
  await site.kill('family')
  const { db } = await place.open()
  expect(await db.select({ phone: school.phone }).from(school).where(eq(school.id, pair.stay))).toEqual([
    { phone: '0755-33334444' },
  ])
  expect(await db.select({ id: teacher.schoolId }).from(teacher)).toEqual([{ id: pair.stay }])
  expect(await db.select({ id: collect.schoolId }).from(collect)).toEqual([{ id: pair.stay }])
  expect(await db.$count(accessLog, eq(accessLog.command, command))).toBe(1)
}, 120_000)
