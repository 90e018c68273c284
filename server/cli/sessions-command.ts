import { parseArgs } from 'node:util'
import { normalPhone } from '#server/contract/phone-number.ts'
import type { DatabaseConnection } from '#server/db/connect.ts'
import { endSessionsOf } from '#server/services/account/end-sessions.ts'
import { accountName } from '#server/services/export-records/account-name.ts'
import type { OperatorCommand } from '#server/services/operator-command.ts'
import type { PersonalData } from '#server/services/personal-data/personal-data.ts'

const usage = '用法: npm run sessions -- end --phone 电话'

/** `sessions end --phone PHONE`: ends every session of a phone's account. Exit code 0 when done, 2 for a wrong call. */
export function sessionsCommand({ db }: DatabaseConnection, personal: PersonalData): OperatorCommand {
  return async ({ args, print, operator = accountName() }) => {
    const phone = readCall(args)
    if (phone === undefined) {
      print(usage)
      return 2
    }
    const by = { actor: { operator }, command: 'sessions end', now: new Date() }
    const ended = await endSessionsOf(phone, { db, personal }, by)
    print(`已结束 ${ended} 个登录`)
    return 0
  }
}

function readCall(args: readonly string[]): string | undefined {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: { phone: { type: 'string' } },
      allowPositionals: true,
    })
    return positionals.join(' ') === 'end' ? normalPhone(values.phone ?? '') : undefined
  } catch {
    return undefined
  }
}
