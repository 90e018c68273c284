import { parseArgs } from 'node:util'
import { z } from 'zod'
import { findAccesses, type StoredAccess } from '#server/db/accounts/access-log.ts'
import type { DatabaseConnection } from '#server/db/connect.ts'
import { chinaTimeToSecond, startOfChinaDay } from '#server/services/china-time.ts'
import type { OperatorCommand } from '#server/services/operator-command.ts'

const usage = '用法: npm run audit [-- --since 日期]'
const usualDays = 30
const since = z.iso.date().transform(startOfChinaDay)

/**
 * `audit [--since DAY]`: who changed or took out what by a page or a command, the latest last; of 30 days unless a day is
 * given.
 */
export function auditCommand({ db }: DatabaseConnection): OperatorCommand {
  return async ({ args, print }) => {
    const from = readSince(args)
    if (from === undefined) {
      print(usage)
      return 2
    }
    const rows = await findAccesses(db, from)
    for (const row of rows) print(lineOf(row))
    if (rows.length === 0) print('没有记录')
    return 0
  }
}

/** A record as one line: number, time, who, what, details, number of rows; then the record and its changed fields. */
function lineOf({
  id,
  at,
  operator,
  staffId,
  command,
  details,
  rows,
  record,
  changes,
}: StoredAccess): string {
  const who = staffId === null ? operator : `${operator}（员工 ${staffId}）`
  const parts = [id, chinaTimeToSecond(at), who, command, JSON.stringify(details), `${rows} 条`]
  if (record !== null) parts.push(record)
  if (changes !== null) parts.push(JSON.stringify(changes))
  return parts.join('  ')
}

function readSince(args: readonly string[]): Date | undefined {
  try {
    const { values } = parseArgs({ args: [...args], options: { since: { type: 'string' } } })
    if (values.since === undefined) return new Date(Date.now() - usualDays * 86_400_000)
    return since.parse(values.since)
  } catch {
    return undefined
  }
}
