import { and, count, desc, eq, gte, ilike, lt, or } from 'drizzle-orm'
import type { Database, Transaction } from '../connect.ts'
import { rowsOf } from '../list-page.ts'
import { accessLog, type FieldChanges } from '../schema/index.ts'

/** Who acts: a member of the staff, or an operator's account on the machine. */
export type Actor = { staff: { id: number; name: string } } | { operator: string }

/** What somebody changed, showed or took out; nothing in it names a parent or child. */
export type Access = Actor & {
  /** Such as `import`; for pages `staff members change`. */
  command: string
  /** The one record that it is about: its kind and number, `lead:484Q03SY1T`, `school:12`. */
  record?: string | undefined
  /** Made by `changesBetween`, which leaves personal values out. */
  changes?: FieldChanges | undefined
  details?: object
  /** How many rows were changed or taken out, where that is known. */
  rows?: number
}

/**
 * Adds a row to the access log and returns its id: the one writer for pages, commands and imports. Call it in the
 * transaction of the change, or before the first row of an export is read.
 */
export async function noteAccess(db: Database | Transaction, access: Access): Promise<number> {
  const { command, record, changes, details = {}, rows = 0 } = access
  const actor =
    'staff' in access
      ? { operator: access.staff.name, staffId: access.staff.id }
      : { operator: access.operator }
  const [row] = await db
    .insert(accessLog)
    .values({ ...actor, command, record, changes, details, rows })
    .returning({ id: accessLog.id })
  if (row === undefined) throw new Error('the access was not noted')
  return row.id
}

/** Records the number of rows of an access so far. */
export async function noteRows(db: Database, id: number, rows: number): Promise<void> {
  await db.update(accessLog).set({ rows }).where(eq(accessLog.id, id))
}

/** A row of the access log. */
export type StoredAccess = typeof accessLog.$inferSelect

/** One record of the access log. */
export async function findAccess(db: Database, id: number): Promise<StoredAccess | undefined> {
  const [row] = await db.select().from(accessLog).where(eq(accessLog.id, id))
  return row
}

/** What records are looked for; `record`: one record, or with its kind alone all of that kind. */
export type AccessFilter = {
  who?: string | undefined
  staffId?: number | undefined
  what?: string | undefined
  record?: string | undefined
  from?: Date | undefined
  before?: Date | undefined
  /** Records that were made before this one. */
  beforeId?: number | undefined
}

/** A page of the records that match, latest first, and how many there are. */
export async function searchAccesses(
  db: Database,
  { who, staffId, what, record, from, before, beforeId }: AccessFilter,
  page: { page: number; page_size: number },
): Promise<{ rows: StoredAccess[]; total: number }> {
  const condition = and(
    who === undefined ? undefined : ilike(accessLog.operator, containing(who)),
    staffId === undefined ? undefined : eq(accessLog.staffId, staffId),
    what === undefined ? undefined : ilike(accessLog.command, containing(what)),
    record === undefined
      ? undefined
      : or(eq(accessLog.record, record), ilike(accessLog.record, `${escaped(record)}:%`)),
    from === undefined ? undefined : gte(accessLog.at, from),
    before === undefined ? undefined : lt(accessLog.at, before),
    beforeId === undefined ? undefined : lt(accessLog.id, beforeId),
  )
  const { limit, offset } = rowsOf(page)
  const rows = await db
    .select()
    .from(accessLog)
    .where(condition)
    .orderBy(desc(accessLog.id))
    .limit(limit)
    .offset(offset)
  const [counted] = await db.select({ total: count() }).from(accessLog).where(condition)
  return { rows, total: counted?.total ?? 0 }
}

function containing(text: string): string {
  return `%${escaped(text)}%`
}

/** A text as itself in a LIKE pattern. */
function escaped(text: string): string {
  return text.replaceAll(/[\\%_]/g, String.raw`\$&`)
}
