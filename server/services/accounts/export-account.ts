import { decisionAnswers } from '#server/contract/leads/decision-book.ts'
import { findAllAbout } from '#server/db/accounts/account-export.ts'
import type { Database } from '#server/db/connect.ts'
import type { PersonalData } from '#server/services/personal-data/personal-data.ts'
import { exportedColumns } from './exported-columns.ts'

type Cell = string | number | boolean
type Decrypt = Record<string, Cell>

/**
 * Exports everything stored about the owner of an account, decrypted; times in ISO 8601, absent values left out.
 * Undefined for a deleted account.
 */
export async function exportAccount(
  db: Database,
  personal: PersonalData,
  { visitorId, now }: { visitorId: number; now: Date },
): Promise<Record<string, unknown> | undefined> {
  const found = await findAllAbout(db, visitorId)
  if (found === undefined) return undefined
  const clear = (row: object, names: Readonly<Record<string, string | undefined>>): Decrypt =>
    decrypted(row, names, personal)
  const columns = exportedColumns
  return {
    exported_at: now.toISOString(),
    profile: clear(found.account, columns.visitor),
    sessions: found.sessions.map((row) => clear(row, columns.session)),
    codes: found.codes.map((row) => clear(row, columns.code)),
    favourites: found.favourites.map(({ row, school }) => ({ ...clear(row, columns.collect), school })),
    notes: found.notes.map(({ row, school }) => ({ ...clear(row, columns.collectNote), school })),
    requests: found.requests.map(({ row, school, openDay, waitingPosition }) => ({
      ...clear(row, columns.clue),
      ...(school === null ? {} : { school }),
      ...(openDay === null ? {} : { open_day: openDay }),
      ...(waitingPosition === null ? {} : { waiting_position: waitingPosition }),
    })),
    consents: found.consents.map(({ row, reference }) => ({
      ...clear(row, columns.consent),
      ...(reference === null ? {} : { reference }),
    })),
    contacts: found.contacts.map(({ row, reference }) => ({ ...clear(row, columns.leadEntry), reference })),
    decision_books: found.decisionBooks.map(({ row, schools, people }) => ({
      ...clear(row, columns.decisionBook),
      schools: [...schools.values()],
      people: people.map((person) => ({
        ...clear(person, columns.decisionColumn),
        answers: decisionAnswers
          .parse(JSON.parse(personal.decrypt(person.answersCipher)))
          .map(({ school_id: id, scores, note }) => ({
            school: schools.get(id),
            ...scores,
            note,
          })),
      })),
    })),
    questions: found.questions.map(({ row, school }) => ({ ...clear(row, columns.question), school })),
    corrections: found.corrections.map(({ row, school }) => ({ ...clear(row, columns.correction), school })),
    registrations: found.registrations.map(({ row, event }) => ({
      ...clear(row, columns.registration),
      event,
    })),
    check_ins: found.checkIns.map(({ row, event }) => ({ ...clear(row, columns.checkIn), event })),
    likes: '“有用”只与浏览器相关，不与账号关联',
  }
}

function decrypted(
  row: object,
  names: Readonly<Record<string, string | undefined>>,
  personal: PersonalData,
): Decrypt {
  const cells = Object.entries(row).flatMap(([column, value]: [string, unknown]): [string, Cell][] => {
    const name = names[column]
    if (name === undefined || value === null || value === undefined) return []
    if (value instanceof Date) return [[name, value.toISOString()]]
    if (typeof value !== 'string') return [[name, typeof value === 'number' ? value : JSON.stringify(value)]]
    return [[name, column.endsWith('Cipher') ? personal.decrypt(value) : value]]
  })
  return Object.fromEntries(cells)
}
