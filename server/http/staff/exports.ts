import { exportContentPart, exportRecordsFile, getContentTemplate } from '#server/contract/staff/exports.ts'
import { readContentVersion } from '#server/db/articles/content-version.ts'
import { startOfChinaDay } from '#server/services/china-time.ts'
import {
  columnsOf,
  exportedKinds,
  headLine,
  readPart,
  rowLine,
  templateLine,
} from '#server/services/content/export/content-part.ts'
import { exportRecords } from '#server/services/leads/export/export-records.ts'
import { recordFormats } from '#server/services/leads/export/record-lines.ts'
import { recordSources } from '#server/services/leads/export/records.ts'
import { createRateLimiter } from '#server/services/limits/rate-limiter.ts'
import { invalidFields, tooMany } from '../api-error.ts'
import type { ApiDependencies } from '../dependencies.ts'
import type { MemberTurns } from './member-turns.ts'
import { serveStaff } from './serve-staff.ts'

const dayMs = 86_400_000
/** Rate limit on files of records of one member. */
const filesOfRecords = { name: 'staff exports of records', limit: 20, windowMs: dayMs }
const formatNames = { csv: 'csv zh', 'csv-en': 'csv en', jsonl: 'jsonl' } as const

/** Endpoints of exports: content in the import's format part by part, empty files of it, and records of people. */
export function staffExportEndpoints(dependencies: ApiDependencies, inTurn: MemberTurns) {
  const { database, personal } = dependencies
  const { db } = database
  const files = createRateLimiter(dependencies, filesOfRecords)

  return [
    serveStaff(
      exportContentPart,
      async ({ input: { kind, format, after } }) => {
        if (!exportedKinds(format).includes(kind))
          throw invalidFields({ format: '这一种在学校的文件里，单独的文件只有 CSV' })
        const columns = columnsOf(kind, format)
        const version = await readContentVersion(db)
        const { rows, last } = await readPart(db, kind, after)
        const head = after === 0 ? headLine(columns, format) : ''
        return {
          text: head + rows.map((row) => rowLine(row, columns, format)).join(''),
          version,
          next: last,
        }
      },
      { inTurn },
    ),
    serveStaff(getContentTemplate, ({ input }) => Promise.resolve({ text: templateLine(input.kind) })),
    serveStaff(exportRecordsFile, async ({ input, request, staff }) => {
      const { kind, since, until, event, school, references } = input
      const source = recordSources.get(kind)
      const format = recordFormats.get(formatNames[input.format])
      if (source === undefined || format === undefined) throw invalidFields({ kind: '请选择导出什么' })
      const counted = await files.consume(String(staff.id))
      if (!counted.allowed) throw tooMany(counted.retryAfter, '一天最多导出 20 个文件')
      const lines: string[] = []
      const { rows, unread } = await exportRecords(
        { db, personal },
        {
          name: kind,
          source,
          format,
          formatName: input.format,
          filter: {
            since: since === undefined ? new Date(0) : startOfChinaDay(since),
            until: until === undefined ? undefined : new Date(startOfChinaDay(until).getTime() + dayMs),
            event,
            school,
            references,
          },
          actor: { staff },
          signal: request.signal,
          write: (batch) => void lines.push(...batch),
        },
      )
      return { text: lines.join(''), rows, unread: unread.length }
    }),
  ]
}
