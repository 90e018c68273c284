import type { z } from 'zod'
import { mostColumns } from '#server/contract/catalogue/decision-criteria.ts'
import { decisionAnswers } from '#server/contract/leads/decision-book.ts'
import type { DatabaseConnection } from '#server/db/connect.ts'
import {
  deleteColumn,
  findAccessOfRequest,
  findBook,
  findColumns,
  findSchoolNames,
  insertBook,
  insertColumn,
  lockBook,
  lockColumn,
  lockRequests,
  storeBookAccess,
  updateColumn,
  visibleSchools,
} from '#server/db/leads/decision-books.ts'
import type { PersonalData } from '#server/services/personal-data/personal-data.ts'
import { accessTokenFrom, hashOfAccess } from './access-token.ts'

type Needs = { database: DatabaseConnection; personal: PersonalData }
type Answers = z.output<typeof decisionAnswers>

/** A book to open: about the schools of requests, by their access tokens, else about `ids`. */
type Opening = {
  ids?: readonly number[] | undefined
  accesses?: readonly string[] | undefined
  key: string
  visitorId: number | undefined
  now: Date
}

/** Opens a book, or finds the one of its requests or of the same form; undefined where no school is left. */
export function openBook({ database, personal }: Needs, opening: Opening): Promise<string | undefined> {
  const { ids = [], accesses = [], key, visitorId, now } = opening
  const access = accessTokenFrom(key)
  return database.db.transaction(async (tx) => {
    const { clueId, schoolIds } =
      accesses.length === 0
        ? { clueId: undefined, schoolIds: ids }
        : await lockRequests(tx, accesses.map(hashOfAccess))
    const cipher = clueId === undefined ? undefined : await findAccessOfRequest(tx, clueId)
    if (cipher !== undefined) return personal.decrypt(cipher)
    const left = await visibleSchools(tx, schoolIds)
    if (left.length === 0) return undefined
    await insertBook(tx, {
      accessHash: hashOfAccess(access),
      accessCipher: personal.encrypt(access),
      schoolIds: left,
      visitorId: visitorId ?? null,
      clueId: clueId ?? null,
      createdAt: now,
    })
    return access
  })
}

/** A book with its columns, decrypted; undefined for an access token that opens none. */
export async function readBook({ database: { db }, personal }: Needs, access: string) {
  const book = await findBook(db, hashOfAccess(access))
  if (book === undefined) return undefined
  const names = await findSchoolNames(db, book.schoolIds)
  const columns = await findColumns(db, book.id)
  return {
    createdAt: book.createdAt,
    schools: book.schoolIds.flatMap((id) => {
      const name = names.get(id)
      return name === undefined ? [] : [{ id, name }]
    }),
    columns: columns.map(({ id, nameCipher, answersCipher, version }) => ({
      id,
      version,
      name: personal.decrypt(nameCipher),
      answers: answersIn(personal, answersCipher),
    })),
  }
}

/** What a stored column says. */
function answersIn(personal: PersonalData, answersCipher: string): Answers {
  return decisionAnswers.parse(JSON.parse(personal.decrypt(answersCipher)))
}

/** Adds a column of a name, or finds the one that has it. */
export function addColumn(
  { database, personal }: Needs,
  { access, name, now }: { access: string; name: string; now: Date },
): Promise<number | 'unknown' | 'full'> {
  return database.db.transaction(async (tx) => {
    const book = await lockBook(tx, hashOfAccess(access))
    if (book === undefined) return 'unknown'
    const columns = await findColumns(tx, book.id)
    const same = columns.find(({ nameCipher }) => personal.decrypt(nameCipher) === name)
    if (same !== undefined) return same.id
    if (columns.length >= mostColumns) return 'full'
    return insertColumn(tx, {
      bookId: book.id,
      nameCipher: personal.encrypt(name),
      answersCipher: personal.encrypt('[]'),
      updatedAt: now,
    })
  })
}

type Saving = { access: string; column: number; version: number; answers: Answers; now: Date }

/**
 * Replaces what a column says, which then is of the next version; deletes it where nothing is said. Answers about schools that are
 * not of the book are left out. `changed`: it is no longer of the given version and says something else.
 */
export function saveColumn(
  { database, personal }: Needs,
  { access, column, version, answers, now }: Saving,
): Promise<'saved' | 'deleted' | 'unknown' | { changed: number }> {
  return database.db.transaction(async (tx) => {
    const book = await findBook(tx, hashOfAccess(access))
    const stored = book && (await lockColumn(tx, book.id, column))
    if (book === undefined || stored === undefined) return 'unknown'
    const said = answers.filter(
      ({ school_id: id, scores, note }) =>
        book.schoolIds.includes(id) &&
        (note !== undefined || Object.values(scores).some((score) => score !== undefined)),
    )
    const text = JSON.stringify(said)
    if (stored.version !== version) {
      const isSame = text === JSON.stringify(answersIn(personal, stored.answersCipher))
      return isSame ? 'saved' : { changed: stored.version }
    }
    if (said.length === 0) {
      await deleteColumn(tx, column)
      return 'deleted'
    }
    await updateColumn(tx, {
      id: column,
      answersCipher: personal.encrypt(text),
      version: version + 1,
      updatedAt: now,
    })
    return 'saved'
  })
}

/** Replaces a book's access token as that of a request is; undefined for one that opens nothing. */
export function replaceBookAccess(
  { database }: Needs,
  { access, key }: { access: string; key: string },
): Promise<string | undefined> {
  const next = accessTokenFrom(access, key)
  return database.db.transaction(async (tx) => {
    const book = await lockBook(tx, hashOfAccess(access))
    if (book !== undefined) await storeBookAccess(tx, book.id, hashOfAccess(next))
    return book !== undefined || (await findBook(tx, hashOfAccess(next))) !== undefined ? next : undefined
  })
}
