import { randomUUID } from 'node:crypto'
import { and, asc, eq, inArray, isNotNull, isNull, or } from 'drizzle-orm'
import type { Database, Transaction } from '../connect.ts'
import { clue, decisionBook, decisionColumn, school } from '../schema/index.ts'
import { visible, withHidden } from '../visible-rows.ts'

type Book = typeof decisionBook.$inferSelect
type Column = typeof decisionColumn.$inferSelect

/** The book that an access token's hash opens. */
export async function findBook(db: Database | Transaction, accessHash: string): Promise<Book | undefined> {
  const [row] = await db.select().from(decisionBook).where(eq(decisionBook.accessHash, accessHash))
  return row
}

/** The same with its row locked: columns of one book are added one after the other. */
export async function lockBook(tx: Transaction, accessHash: string): Promise<Book | undefined> {
  const [row] = await tx
    .select()
    .from(decisionBook)
    .where(eq(decisionBook.accessHash, accessHash))
    .for('update')
  return row
}

/** The schools of requests that access tokens' hashes open, and the first of these, whose row is locked. */
export async function lockRequests(
  tx: Transaction,
  accessHashes: readonly string[],
): Promise<{ clueId: number | undefined; schoolIds: number[] }> {
  const opened = and(inArray(clue.accessHash, [...accessHashes]), isNull(clue.anonymisedAt))
  const rows = await tx
    .select({ id: clue.id, schoolId: clue.schoolId })
    .from(clue)
    .where(opened)
    .orderBy(asc(clue.id))
  const clueId = rows[0]?.id
  if (clueId !== undefined)
    await tx.select({ id: clue.id }).from(clue).where(eq(clue.id, clueId)).for('update')
  return { clueId, schoolIds: rows.flatMap(({ schoolId }) => schoolId ?? []) }
}

/** The access token of the book of a request, encrypted; undefined where there is none or it was replaced. */
export async function findAccessOfRequest(tx: Transaction, clueId: number): Promise<string | undefined> {
  const [row] = await tx
    .select({ accessCipher: decisionBook.accessCipher })
    .from(decisionBook)
    .where(and(eq(decisionBook.clueId, clueId), isNotNull(decisionBook.accessCipher)))
  return row?.accessCipher ?? undefined
}

/** Those of some schools that visitors can see, in the given order. */
export async function visibleSchools(tx: Transaction, ids: readonly number[]): Promise<number[]> {
  const rows = await tx
    .select({ id: school.id })
    .from(school)
    .where(and(inArray(school.id, [...ids]), visible(school)))
  const seen = new Set(rows.map(({ id }) => id))
  return [...new Set(ids)].filter((id) => seen.has(id))
}

/** Stores a book, once for each access token. */
export async function insertBook(tx: Transaction, book: Omit<Book, 'id'>): Promise<void> {
  await tx.insert(decisionBook).values(book).onConflictDoNothing()
}

/** Gives a book another access token, which neither its request nor its account tells. */
export async function storeBookAccess(tx: Transaction, id: number, accessHash: string): Promise<void> {
  await tx.update(decisionBook).set({ accessHash, accessCipher: null }).where(eq(decisionBook.id, id))
}

/**
 * Deletes what a book says. A row without schools, which no access token opens, stays until retention, so that the book does
 * not come back with an older backup.
 */
export async function deleteBook(db: Database, accessHash: string): Promise<void> {
  await db.transaction(async (tx) => {
    const book = await lockBook(tx, accessHash)
    if (book === undefined) return
    await tx.delete(decisionColumn).where(eq(decisionColumn.bookId, book.id))
    await tx
      .update(decisionBook)
      .set({ accessHash: randomUUID(), accessCipher: null, schoolIds: [] })
      .where(eq(decisionBook.id, book.id))
  })
}

/** Deletes the books of an account and of requests. */
export async function deleteBooksOf(
  tx: Transaction,
  { visitorId, clueIds }: { visitorId: number | undefined; clueIds: readonly number[] },
): Promise<void> {
  const ofAccount = visitorId === undefined ? undefined : eq(decisionBook.visitorId, visitorId)
  await tx.delete(decisionBook).where(or(ofAccount, inArray(decisionBook.clueId, [...clueIds])))
}

/** The columns of a book, oldest first. */
export function findColumns(db: Database | Transaction, bookId: number): Promise<Column[]> {
  return db
    .select()
    .from(decisionColumn)
    .where(eq(decisionColumn.bookId, bookId))
    .orderBy(asc(decisionColumn.id))
}

/** One column of a book, its row locked. */
export async function lockColumn(tx: Transaction, bookId: number, id: number): Promise<Column | undefined> {
  const [row] = await tx
    .select()
    .from(decisionColumn)
    .where(and(eq(decisionColumn.bookId, bookId), eq(decisionColumn.id, id)))
    .for('update')
  return row
}

/** Adds a column to a book. */
export async function insertColumn(tx: Transaction, column: Omit<Column, 'id' | 'version'>): Promise<number> {
  const [row] = await tx.insert(decisionColumn).values(column).returning({ id: decisionColumn.id })
  if (row === undefined) throw new Error('an inserted row is returned')
  return row.id
}

/** Replaces what a column says. */
export async function updateColumn(
  tx: Transaction,
  { id, ...change }: Pick<Column, 'id' | 'answersCipher' | 'version' | 'updatedAt'>,
): Promise<void> {
  await tx.update(decisionColumn).set(change).where(eq(decisionColumn.id, id))
}

/** Deletes a column. */
export async function deleteColumn(tx: Transaction, id: number): Promise<void> {
  await tx.delete(decisionColumn).where(eq(decisionColumn.id, id))
}

/** The names of schools by id, also of those that were withdrawn. */
export async function findSchoolNames(db: Database, ids: readonly number[]): Promise<Map<number, string>> {
  const rows = await db
    .select({ id: school.id, name: school.name })
    .from(withHidden(school))
    .where(inArray(school.id, [...ids]))
  return new Map(rows.map(({ id, name }) => [id, name]))
}
