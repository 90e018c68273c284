import { z } from 'zod'
import { exportAuditPart, listAudit } from '#server/contract/staff/audit.ts'
import { contentKinds } from '#server/contract/staff/content.ts'
import {
  findAccess,
  noteAccess,
  noteRows,
  searchAccesses,
  type AccessFilter,
  type StoredAccess,
} from '#server/db/accounts/access-log.ts'
import { listPage } from '#server/db/list-page.ts'
import { chinaTimeToSecond, startOfChinaDay } from '#server/services/china-time.ts'
import { columnsOfKind } from '#server/services/content/import/files-by-kind.ts'
import { csvLine } from '#server/services/csv-line.ts'
import { escapeFormula } from '#server/services/formula-cells.ts'
import { notFound } from '../api-error.ts'
import type { ApiDependencies } from '../dependencies.ts'
import { found } from '../found.ts'
import { serveStaff } from './serve-staff.ts'

const dayMs = 86_400_000
const stored = z.record(z.string(), z.unknown())

/** What a record says beside its changes, without what it takes to undo it, and which form asked for it. */
function shownDetails({ details }: StoredAccess): Record<string, unknown> {
  const { undo: _undo, batch: _batch, ...shown } = stored.parse(details)
  return shown
}

/** Endpoints of the access log: its records page by page, and as a file. */
export function staffAuditEndpoints({ database: { db } }: ApiDependencies) {
  return [
    serveStaff(listAudit, async ({ input }) => {
      const { rows, total } = await searchAccesses(db, filterOf(input), input)
      const items = rows.map((row) => ({
        id: row.id,
        at: row.at.toISOString(),
        who: row.operator,
        staff_id: row.staffId ?? undefined,
        command: row.command,
        record: row.record ?? undefined,
        changes: row.changes === null ? undefined : changesOf(row.changes),
        labels: row.changes !== null && row.record?.startsWith('draft:') ? labelsOf(row.changes) : undefined,
        details: shownDetails(row),
        rows: row.rows,
      }))
      return listPage(input, items, total)
    }),
    serveStaff(exportAuditPart, async ({ input, staff }) => {
      const { export: known, before, ...filters } = input
      const command = 'export audit'
      const id = known ?? (await noteAccess(db, { staff, command, details: filters }))
      const entry = found(await findAccess(db, id))
      if (entry.command !== command || entry.staffId !== staff.id) throw notFound()
      const filter = { ...filterOf(input), beforeId: Math.min(before ?? id, id) }
      const { rows } = await searchAccesses(db, filter, { page: 1, page_size: partRows })
      await noteRows(db, id, entry.rows + rows.length)
      const exportCells = [String(id), entry.operator, chinaTimeToSecond(entry.at)]
      const head = before === undefined ? `\uFEFF${csvLine(fileColumns)}` : ''
      return {
        text:
          head + rows.map((row) => csvLine([...cellsOf(row), ...exportCells].map(escapeFormula))).join(''),
        export: id,
        next: rows.length < partRows ? undefined : rows.at(-1)?.id,
      }
    }),
  ]
}

const partRows = 500
/** What every row says of its export, as in files of records. */
const exportLabels = ['导出编号', '导出人', '导出时间']
const fileColumns = [
  '编号',
  '时间',
  '谁',
  '员工编号',
  '做了什么',
  '对象',
  '改动',
  '详情',
  '行数',
  ...exportLabels,
]

function cellsOf(row: StoredAccess): string[] {
  return [
    String(row.id),
    chinaTimeToSecond(row.at),
    row.operator,
    row.staffId === null ? '' : String(row.staffId),
    row.command,
    row.record ?? '',
    row.changes === null ? '' : JSON.stringify(row.changes),
    JSON.stringify(shownDetails(row)),
    String(row.rows),
  ]
}

function filterOf({
  who,
  staff: staffId,
  what,
  record,
  from,
  to,
}: z.output<typeof exportAuditPart.input>): AccessFilter {
  return {
    who,
    staffId,
    what,
    record,
    from: from === undefined ? undefined : startOfChinaDay(from),
    before: to === undefined ? undefined : new Date(startOfChinaDay(to).getTime() + dayMs),
  }
}

/** Names of the columns of all kinds of content. */
const columnLabels = new Map(
  contentKinds.flatMap(({ slug }) =>
    [...columnsOfKind(slug)].map(([name, { label }]) => [name, label] as const),
  ),
)

function labelsOf(changes: object): Record<string, string> {
  return Object.fromEntries(
    Object.keys(changes).flatMap((name) => {
      const label = columnLabels.get(name)
      return label === undefined ? [] : [[name, label]]
    }),
  )
}

type Change = 'changed' | [unknown, unknown]

function changesOf(changes: Readonly<Record<string, readonly [unknown, unknown] | 'changed'>>) {
  return Object.fromEntries(
    Object.entries(changes).map(([name, change]): [string, Change] => [
      name,
      change === 'changed' ? change : [change[0], change[1]],
    ]),
  )
}
