import type { Database } from '#server/db/connect.ts'
import { findCheckIns, findLeads, findQuestions, type RecordFilter } from '#server/db/export-records.ts'
import type { PersonalData } from '#server/services/personal-data/personal-data.ts'

/** One exported row: every column in clear words, `''` where nothing is known. */
export type ExportedRecord = Readonly<Record<string, string>>

/** A kind of records: its columns in order, and its rows in batches. */
export type RecordSource = {
  columns: readonly string[]
  /** Its rows belong to events, and may be those of one. */
  ofEvents?: true
  read: (db: Database, personal: PersonalData, filter: RecordFilter) => AsyncGenerator<ExportedRecord[]>
}

const batchRows = 500
const leadColumns = [
  'reference',
  'order_type',
  'state',
  'created_at',
  'verified_at',
  'name',
  'phone',
  'message',
  'city_code',
  'school',
  'stage',
  'grade',
  'open_day',
  'open_day_at',
  'source',
  'duplicate_of',
]
const checkInColumns = ['event', 'event_at', 'kind', 'at', 'received_at', 'name', 'phone', 'ticket', 'device']
const questionColumns = ['id', 'school', 'state', 'asked_at', 'question', 'name', 'phone']

/** What operators can take out, by name. */
export const recordSources: ReadonlyMap<string, RecordSource> = new Map<string, RecordSource>([
  ['leads', { columns: leadColumns, read: readLeads }],
  ['checkins', { columns: checkInColumns, ofEvents: true, read: readCheckIns }],
  ['questions', { columns: questionColumns, read: readQuestions }],
])

/** Nobody may be contacted for a lead that was taken back, either way, so it comes without its person. */
async function* readLeads(db: Database, personal: PersonalData, filter: RecordFilter) {
  const open = opener(personal)
  for await (const rows of batches(0, (after) => findLeads(db, { ...filter, after, limit: batchRows }))) {
    yield rows.map((row) => {
      const sealed =
        row.state === 'withdrawn' || row.state === 'cancelled'
          ? { nameCipher: null, phoneCipher: null, messageCipher: null }
          : row
      return {
        reference: row.reference,
        order_type: row.orderType,
        state: row.state,
        created_at: row.createdAt.toISOString(),
        verified_at: row.verifiedAt?.toISOString() ?? '',
        name: open(sealed.nameCipher),
        phone: open(sealed.phoneCipher),
        message: open(sealed.messageCipher),
        city_code: row.cityCode,
        school: row.school ?? '',
        stage: row.stage ?? '',
        grade: row.grade ?? '',
        open_day: row.openDay ?? '',
        open_day_at: row.openDayAt?.toISOString() ?? '',
        source: row.source ?? '',
        duplicate_of: row.duplicateOf ?? '',
      }
    })
  }
}

async function* readCheckIns(db: Database, personal: PersonalData, filter: RecordFilter) {
  const open = opener(personal)
  for await (const rows of batches('', (after) => findCheckIns(db, { ...filter, after, limit: batchRows }))) {
    yield rows.map((row) => ({
      event: row.event,
      event_at: row.eventAt.toISOString(),
      kind: row.kind,
      at: row.at.toISOString(),
      received_at: row.receivedAt.toISOString(),
      name: open(row.nameCipher),
      phone: open(row.phoneCipher),
      ticket: row.ticket ?? '',
      device: row.device ?? '',
    }))
  }
}

async function* readQuestions(db: Database, personal: PersonalData, filter: RecordFilter) {
  const open = opener(personal)
  for await (const rows of batches(0, (after) => findQuestions(db, { ...filter, after, limit: batchRows }))) {
    yield rows.map((row) => ({
      id: String(row.id),
      school: row.school,
      state: row.state,
      asked_at: row.askedAt.toISOString(),
      question: row.body,
      name: open(row.nameCipher),
      phone: open(row.phoneCipher),
    }))
  }
}

async function* batches<Id, Row extends { id: Id }>(
  first: Id,
  read: (after: Id) => PromiseLike<Row[]>,
): AsyncGenerator<Row[]> {
  let after = first
  for (;;) {
    const rows = await read(after)
    const last = rows.at(-1)
    if (last === undefined) return
    yield rows
    after = last.id
  }
}

/** Stands in a cell whose value was sealed with a key that this site has not, or was changed. */
export const unreadable = '读不出'

/** Mainland numbers as people dial them; a value that cannot be read says so, and the export goes on. */
function opener(personal: PersonalData) {
  return (sealed: string | null) => {
    if (sealed === null) return ''
    try {
      return personal.open(sealed).replace(/^\+86(?=1\d{10}$)/, '')
    } catch {
      return `${unreadable}（密钥 ${sealed.split('.', 1)[0] ?? ''}）`
    }
  }
}
