import { noteAccess } from '#server/db/accounts/access-log.ts'
import type { Database } from '#server/db/connect.ts'
import { accountName } from '#server/services/leads/export/account-name.ts'
import type { OperatorCommand } from '#server/services/operations/operator-command.ts'

/** Changing calls that do not record themselves: verbs by command. An empty list: every call. */
const notedVerbs: ReadonlyMap<string, readonly string[]> = new Map([
  ['kiosk', ['pair', 'revoke', 'import']],
  ['sample', []],
])

/**
 * Wraps a command so that its changing calls add a row to the access log before they begin. Of the arguments only the
 * verb and numbers are recorded: others may be personal data.
 */
export function notedCommand(db: Database, name: string, run: OperatorCommand): OperatorCommand {
  const verbs = notedVerbs.get(name)
  if (verbs === undefined) return run
  return async (call) => {
    const verb = call.args.find((word) => verbs.includes(word))
    if (verbs.length === 0 || verb !== undefined) {
      const numbers = call.args.filter((word) => /^[1-9]\d{0,8}$/.test(word)).map(Number)
      const operator = call.operator ?? accountName()
      const command = verb === undefined ? name : `${name} ${verb}`
      await noteAccess(db, { command, operator, details: { numbers } })
    }
    return run(call)
  }
}
