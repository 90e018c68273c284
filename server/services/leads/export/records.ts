import { leadFieldNames, leadFields } from '#server/contract/catalogue/lead-fields.ts'
import { recordOf } from '#server/contract/catalogue/typed-records.ts'
import type { Database } from '#server/db/connect.ts'
import {
  findCheckIns,
  findConsentsOfLeads,
  findLeads,
  findQuestions,
  type RecordFilter,
} from '#server/db/leads/export-records.ts'
import type { PersonalData } from '#server/services/personal-data/personal-data.ts'
import {
  cityLabels,
  gradeLabels,
  labelsOf,
  guestKindLabels,
  leadStateLabels,
  orderTypeLabels,
  questionStateLabels,
  stageLabels,
} from './labels.ts'

/** A consent in an export. */
export type ExportedConsent = {
  purpose: string
  recipient: string
  given_at: Date
  withdrawn_at: Date | null
}
/** The value of a cell: a text, `''` when unknown, a time, slugs, or the consents of a lead. */
export type ExportedValue = string | Date | readonly string[] | readonly ExportedConsent[]
/** One exported row, decrypted, by column name. */
export type ExportedRecord = Readonly<Record<string, ExportedValue>>

/** A column: its name for programs, its label for people, and the labels of its slugs. */
export type RecordColumn = { name: string; label: string; words?: ReadonlyMap<string, string> }

/** A kind of records: its columns in order, and its rows in batches. */
export type RecordSource = {
  columns: readonly RecordColumn[]
  /** What its rows may be filtered by. */
  of: 'event' | 'school'
  read: (db: Database, personal: PersonalData, filter: RecordFilter) => AsyncGenerator<ExportedRecord[]>
}

const batchRows = 500
const leadColumns: readonly RecordColumn[] = [
  { name: 'reference', label: '申请编号' },
  { name: 'order_type', label: '类型', words: orderTypeLabels },
  { name: 'state', label: '状态', words: leadStateLabels },
  { name: 'created_at', label: '提交时间' },
  { name: 'verified_at', label: '电话验证时间' },
  { name: 'next_contact_at', label: '下次联系' },
  { name: 'name', label: '称呼' },
  { name: 'phone', label: '电话' },
  { name: 'message', label: '留言' },
  ...leadFieldNames.map((name) => ({
    name,
    label: leadFields[name].label,
    words: labelsOf(leadFields[name].terms),
  })),
  { name: 'city_code', label: '城市', words: cityLabels },
  { name: 'school_id', label: '学校编号' },
  { name: 'school', label: '学校' },
  { name: 'stage', label: '学段', words: stageLabels },
  { name: 'grade', label: '年级', words: gradeLabels },
  { name: 'open_day', label: '开放日' },
  { name: 'open_day_at', label: '开放日时间' },
  { name: 'consents', label: '授权' },
  { name: 'source', label: '来源页面' },
  { name: 'duplicate_of', label: '可能重复于' },
]
const checkInColumns: readonly RecordColumn[] = [
  { name: 'event', label: '活动' },
  { name: 'event_at', label: '活动时间' },
  { name: 'kind', label: '身份', words: guestKindLabels },
  { name: 'at', label: '签到时间' },
  { name: 'received_at', label: '收到时间' },
  { name: 'name', label: '姓名' },
  { name: 'phone', label: '电话' },
  { name: 'ticket', label: '入场码' },
  { name: 'device', label: '设备' },
]
const questionColumns: readonly RecordColumn[] = [
  { name: 'id', label: '提问编号' },
  { name: 'school_id', label: '学校编号' },
  { name: 'school', label: '学校' },
  { name: 'state', label: '状态', words: questionStateLabels },
  { name: 'asked_at', label: '提问时间' },
  { name: 'question', label: '提问' },
  { name: 'name', label: '称呼' },
  { name: 'phone', label: '电话' },
]

/** The kinds of records that operators can export, by name. */
export const recordSources: ReadonlyMap<string, RecordSource> = new Map<string, RecordSource>([
  ['leads', { columns: leadColumns, of: 'school', read: readLeads }],
  ['checkins', { columns: checkInColumns, of: 'event', read: readCheckIns }],
  ['questions', { columns: questionColumns, of: 'school', read: readQuestions }],
])

/** Nobody may be contacted for a cancelled or withdrawn lead, so it is exported without its person and the child's grade. */
async function* readLeads(db: Database, personal: PersonalData, filter: RecordFilter) {
  const open = createCellDecrypter(personal)
  for await (const rows of batches(0, (after) => findLeads(db, { ...filter, after, limit: batchRows }))) {
    const consents = await consentsOf(
      db,
      rows.map(({ id }) => id),
    )
    yield rows.map((row) => {
      const contact =
        row.state === 'withdrawn' || row.state === 'cancelled'
          ? {
              nameCipher: null,
              phoneCipher: null,
              messageCipher: null,
              nextContactAt: null,
              ...recordOf(leadFieldNames, () => null),
              stage: null,
              grade: null,
            }
          : row
      return {
        reference: row.reference,
        order_type: row.orderType,
        state: row.state,
        created_at: row.createdAt,
        verified_at: row.verifiedAt ?? '',
        next_contact_at: contact.nextContactAt ?? '',
        name: open(contact.nameCipher),
        phone: open(contact.phoneCipher),
        message: open(contact.messageCipher),
        ...recordOf(leadFieldNames, (name) => contact[name] ?? (leadFields[name].isSeveral ? [] : '')),
        city_code: row.cityCode,
        school_id: row.schoolId === null ? '' : String(row.schoolId),
        school: row.school ?? '',
        stage: contact.stage ?? '',
        grade: contact.grade ?? '',
        open_day: row.openDay ?? '',
        open_day_at: row.openDayAt ?? '',
        consents: consents.get(row.id) ?? [],
        source: row.source ?? '',
        duplicate_of: row.duplicateOf ?? '',
      }
    })
  }
}

async function consentsOf(db: Database, leads: readonly number[]): Promise<Map<number, ExportedConsent[]>> {
  const ofLead = new Map<number, ExportedConsent[]>()
  for (const { clueId, purpose, recipient, givenAt, withdrawnAt } of await findConsentsOfLeads(db, leads)) {
    if (clueId === null) continue
    const given = { purpose, recipient, given_at: givenAt, withdrawn_at: withdrawnAt }
    ofLead.set(clueId, [...(ofLead.get(clueId) ?? []), given])
  }
  return ofLead
}

async function* readCheckIns(db: Database, personal: PersonalData, filter: RecordFilter) {
  const open = createCellDecrypter(personal)
  for await (const rows of batches('', (after) => findCheckIns(db, { ...filter, after, limit: batchRows }))) {
    yield rows.map((row) => ({
      event: row.event,
      event_at: row.eventAt,
      kind: row.kind,
      at: row.at,
      received_at: row.receivedAt,
      name: open(row.nameCipher),
      phone: open(row.phoneCipher),
      ticket: row.ticket ?? '',
      device: row.device ?? '',
    }))
  }
}

async function* readQuestions(db: Database, personal: PersonalData, filter: RecordFilter) {
  const open = createCellDecrypter(personal)
  for await (const rows of batches(0, (after) => findQuestions(db, { ...filter, after, limit: batchRows }))) {
    yield rows.map((row) => ({
      id: String(row.id),
      school_id: String(row.schoolId),
      school: row.school,
      state: row.state,
      asked_at: row.askedAt,
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

/** Cell of a value that was encrypted with another key, or was changed. */
export const unreadable = '读不出'

/**
 * Creates the decrypter of cells; mainland numbers without +86. An undecryptable value yields `unreadable`, and the
 * export goes on.
 */
export function createCellDecrypter(personal: PersonalData) {
  return (encrypted: string | null) => {
    if (encrypted === null) return ''
    try {
      return personal.decrypt(encrypted).replace(/^\+86(?=1\d{10}$)/, '')
    } catch {
      return `${unreadable}（密钥 ${encrypted.split('.', 1)[0] ?? ''}）`
    }
  }
}
