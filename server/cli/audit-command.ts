import { parseArgs } from 'node:util'
import { z } from 'zod'
import { findAccesses } from '#server/db/accounts/access-log.ts'
import type { DatabaseConnection } from '#server/db/connect.ts'
import { chinaTimeToSecond, startOfChinaDay } from '#server/services/china-time.ts'
import type { OperatorCommand } from '#server/services/operator-command.ts'

const usage = '用法: npm run audit [-- --since 日期]'
const usualDays = 30
const since = z.iso.date().transform(startOfChinaDay)

/** `audit [--since DAY]`: who changed or took out what by a command, the latest last; of 30 days unless a day is given. */
export function auditCommand({ db }: DatabaseConnection): OperatorCommand {
  return async ({ args, print }) => {
    const from = readSince(args)
    if (from === undefined) {
      print(usage)
      return 2
    }
    const rows = await findAccesses(db, from)
    for (const { id, at, operator, command, details, rows: count } of rows) {
      print(
        `${id}  ${chinaTimeToSecond(at)}  ${operator}  ${command}  ${JSON.stringify(details)}  ${count} 条`,
      )
    }
    if (rows.length === 0) print('没有记录')
    return 0
  }
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
