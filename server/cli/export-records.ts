import { open, rm } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import type { DatabaseConnection } from '#server/db/connect.ts'
import { startOfChinaDay } from '#server/services/china-time.ts'
import { accountName } from '#server/services/leads/export/account-name.ts'
import { exportRecords, type RecordExport } from '#server/services/leads/export/export-records.ts'
import { recordFormats } from '#server/services/leads/export/record-lines.ts'
import { recordSources } from '#server/services/leads/export/records.ts'
import type { CommandCall } from '#server/services/operations/operator-command.ts'
import type { PersonalData } from '#server/services/personal-data/personal-data.ts'

/** Arguments of record exports, for the usage of `export`. */
export const recordsUsage =
  '用法: npm run export -- leads|checkins|questions --since 日期 [--until 日期] [--event 编号 | --school 学校编号] [--format csv|jsonl] [--labels zh|en] [--out 文件]'

/** Names of the records that can be exported. */
export const recordNames: readonly string[] = [...recordSources.keys()]

const options = {
  since: { type: 'string' },
  until: { type: 'string' },
  event: { type: 'string' },
  school: { type: 'string' },
  labels: { type: 'string' },
  format: { type: 'string', default: 'csv' },
  out: { type: 'string' },
} as const
const dayMs = 86_400_000

const number = z
  .string()
  .regex(/^[1-9]\d{0,8}$/)
  .transform(Number)
/** The first moment of a calendar day in China. */
const day = z.iso.date().transform(startOfChinaDay)
const called = z
  .object({
    since: day.optional(),
    /** The last day is included. */
    until: day.transform((date) => new Date(date.getTime() + dayMs)).optional(),
    /** Check-ins of one event; an event has its own dates. */
    event: number.optional(),
    school: number.optional(),
    format: z.enum(['csv', 'jsonl']),
    /** Language of columns and values; JSON lines always use those of programs. */
    labels: z.enum(['zh', 'en']).optional(),
    out: z.string().min(1).optional(),
  })
  .refine(({ since, event, school }) => since !== undefined || event !== undefined || school !== undefined)
  .refine(({ format, labels }) => format === 'csv' || labels !== 'zh')

/**
 * `export leads|checkins|questions …`: writes rows to standard output, or to a new file that only its owner can read.
 * Exit code 0 when all is written, 1 when not, 2 for a wrong call.
 */
export async function exportRecordsTo(
  name: string,
  { connection: { db }, personal }: { connection: DatabaseConnection; personal: PersonalData },
  { args, cwd, print, signal, operator }: CommandCall,
): Promise<number> {
  const source = recordSources.get(name)
  const given = readCall(args)
  const format = recordFormats.get(given?.format === 'csv' ? `csv ${given.labels ?? 'zh'}` : 'jsonl')
  const isOfAnother =
    (given?.event !== undefined && source?.of !== 'event') ||
    (given?.school !== undefined && source?.of !== 'school')
  if (source === undefined || given === undefined || format === undefined || isOfAnother) {
    print(recordsUsage)
    return 2
  }
  const wanted: Omit<RecordExport, 'write'> = {
    name,
    source,
    format,
    formatName: given.format,
    filter: {
      since: given.since ?? new Date(0),
      until: given.until,
      event: given.event,
      school: given.school,
    },
    actor: { operator: operator ?? accountName() },
    signal,
  }
  if (given.out === undefined) {
    // `print` adds the line feed.
    const write = (lines: string[]) => lines.forEach((line) => print(line.replace(/\n$/, '')))
    const { unread } = await exportRecords({ db, personal }, { ...wanted, write })
    return reportUnreadable(unread, print)
  }
  const { rows, unread } = await intoFile(path.resolve(cwd, given.out), (write) =>
    exportRecords({ db, personal }, { ...wanted, write }),
  )
  print(`${given.out}: ${rows} 行`)
  return reportUnreadable(unread, print)
}

/** Lists rows with values that could not be decrypted: exit code 1 then, else 0. */
function reportUnreadable(unread: readonly string[], print: CommandCall['print']): number {
  if (unread.length === 0) return 0
  const some = unread.slice(0, 10).join('、')
  print(
    `其中 ${unread.length} 行的姓名或电话是用别的密钥封存的，读不出：${some}${unread.length > 10 ? ' 等' : ''}`,
  )
  return 1
}

/** Never overwrites a file; an unfinished one is removed. */
async function intoFile<T>(
  file: string,
  work: (write: (lines: string[]) => Promise<void>) => Promise<T>,
): Promise<T> {
  const handle = await open(file, 'wx', 0o600)
  try {
    return await work(async (lines) => {
      await handle.write(lines.join(''))
    })
  } catch (error) {
    await rm(file, { force: true })
    throw error
  } finally {
    await handle.close()
  }
}

function readCall(args: readonly string[]): z.output<typeof called> | undefined {
  try {
    return called.parse(parseArgs({ args: [...args], options }).values)
  } catch {
    return undefined
  }
}
