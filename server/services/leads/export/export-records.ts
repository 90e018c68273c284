import { noteAccess, noteRows, type Actor } from '#server/db/accounts/access-log.ts'
import type { Database } from '#server/db/connect.ts'
import type { RecordFilter } from '#server/db/leads/export-records.ts'
import type { PersonalData } from '#server/services/personal-data/personal-data.ts'
import type { RecordFormat } from './record-lines.ts'
import { unreadable, type RecordSource } from './records.ts'

type Needs = { db: Database; personal: PersonalData }

/** An export: records, operator and target. `write` gets one batch of lines, each with its line end. */
export type RecordExport = {
  name: string
  source: RecordSource
  filter: RecordFilter
  formatName: string
  format: RecordFormat
  actor: Actor
  signal: AbortSignal
  write: (lines: string[]) => Promise<void> | void
}

/** What every row says of its export. */
const exportColumns = [
  { name: 'export', label: '导出编号' },
  { name: 'exported_by', label: '导出人' },
  { name: 'exported_at', label: '导出时间' },
]

/**
 * Exports records decrypted, batch by batch; resolves with their number and the names of those that could not be
 * decrypted completely. The export is written to the access log, with filter and operator, before the first row is
 * read, and the number of rows after each batch; every row carries the entry's number, who exported it and when, by which
 * a copy can be traced.
 */
export async function exportRecords(
  { db, personal }: Needs,
  wanted: RecordExport,
): Promise<{ rows: number; unread: string[] }> {
  const { source, format, filter, write, signal } = wanted
  const { lineEnd } = format
  const access = await noteAccess(db, {
    command: `export ${wanted.name}`,
    ...wanted.actor,
    details: {
      since: filter.since.toISOString(),
      until: filter.until?.toISOString() ?? null,
      ...(filter.event === undefined ? {} : { event: filter.event }),
      ...(filter.school === undefined ? {} : { school: filter.school }),
      ...(filter.references === undefined ? {} : { references: filter.references.join('、') }),
      format: wanted.formatName,
    },
  })
  const columns = [...source.columns, ...exportColumns]
  const exportFacts = {
    export: String(access),
    exported_by: 'staff' in wanted.actor ? wanted.actor.staff.name : wanted.actor.operator,
    exported_at: new Date(),
  }
  const head = format.head(columns)
  if (head !== undefined) await write([`${head}${lineEnd}`])
  let rows = 0
  const unread: string[] = []
  for await (const batch of source.read(db, personal, filter)) {
    signal.throwIfAborted()
    await noteRows(db, access, rows + batch.length)
    await write(batch.map((record) => `${format.row(columns, { ...record, ...exportFacts })}${lineEnd}`))
    rows += batch.length
    for (const record of batch) {
      const isUnread = Object.values(record).some(
        (cell) => typeof cell === 'string' && cell.startsWith(`${unreadable}（`),
      )
      const [first] = Object.values(record)
      if (isUnread) unread.push(typeof first === 'string' ? first : '')
    }
  }
  return { rows, unread }
}
