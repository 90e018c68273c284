import os from 'node:os'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import { z } from 'zod'
import { envelope } from '#server/contract/endpoint.ts'
import type { DatabaseConnection } from '#server/db/connect.ts'
import { listInserts, type SchoolLists } from '#server/db/content/school-lists.ts'
import { school, schoolName, schoolSearch } from '#server/db/schema/index.ts'
import { searchRowOf } from '#server/db/search/search-row.ts'
import { openFolderStore } from '#server/services/media/images/store.ts'
import { createLocator } from '#server/services/browser/location/locate.ts'
import { createPersonalData } from '#server/services/personal-data/personal-data.ts'
import type { ApiDependencies } from '#server/http/create-api.ts'

/** Anything that answers a Request, as the API does. */
type Answers = { fetch(request: Request): Response | Promise<Response> }

/** Seals and marks under a key that all tests share. */
export const personalOfTests = createPersonalData(Buffer.alloc(32, 7))

/** Dependencies of an API under test: a real database, a clock that stands still, no cache, a silent log. */
export function dependenciesOn(
  database: DatabaseConnection,
  more: Partial<ApiDependencies> = {},
): ApiDependencies {
  return {
    database,
    log: pino({ level: 'silent' }),
    now: () => new Date('2026-06-15T04:00:00Z'),
    images: openFolderStore(path.join(os.tmpdir(), 'images-of-tests')),
    personal: personalOfTests,
    sendSms: async () => undefined,
    siteName: '测试站',
    locate: createLocator(undefined),
    ...more,
  }
}

/** Sends one request and reads the answer: its HTTP side, and its envelope. */
export async function ask(api: Answers, address: string, init: RequestInit = {}) {
  const response = await api.fetch(new Request(new URL(address, 'https://site.example'), init))
  const text = await response.text()
  return { status: response.status, headers: response.headers, text, ...envelope.parse(JSON.parse(text)) }
}

const rows = z.array(z.record(z.string(), z.unknown()))
const list = z.union([rows, z.object({ items: rows }).transform(({ items }) => items)])

/** One field of every row of a list's data, in order. */
export function each(data: unknown, field: string): unknown[] {
  return list.parse(data).map((row) => row[field])
}

/** Sends a body of JSON text. */
export function json(body: string): RequestInit {
  return { method: 'POST', body, headers: { 'content-type': 'application/json' } }
}

/**
 * Stores a school of which city, name, facts, other names and lists are known, with its search row, and gives its id. Its
 * contact agreed to receive requests unless the facts say otherwise.
 */
export async function addSchool(
  { db }: DatabaseConnection,
  name: string,
  cityCode = '4403',
  facts: Partial<typeof school.$inferInsert> = {},
  names: { kind: 'alias' | 'former'; name: string }[] = [],
  lists: Partial<SchoolLists> = {},
): Promise<number> {
  const given = { name, cityCode, identity: `${cityCode} ${name}`, requestsAgreedOn: '2026-01-05', ...facts }
  return db.transaction(async (tx) => {
    const [row] = await tx.insert(school).values(given).returning({ id: school.id })
    if (row === undefined) throw new Error('the school was not stored')
    const schoolId = row.id
    if (names.length > 0) await tx.insert(schoolName).values(names.map((each) => ({ ...each, schoolId })))
    const { tuition, fees, entry_grades: entryGrades, eligibility, bus_stops: busLines, statements } = lists
    const said = { tuition, fees, entryGrades, eligibility, busLines, statements }
    const search = searchRowOf({ ...given, id: schoolId, names, ...said })
    await tx.insert(schoolSearch).values(search)
    const source = sql`select ${schoolId}::int as school_id, ${JSON.stringify(lists)}::jsonb as lists`
    if (Object.keys(lists).length > 0) for (const insert of listInserts(source)) await tx.execute(insert)
    return row.id
  })
}
