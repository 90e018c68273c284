import { noteAccess } from '#server/db/accounts/access-log.ts'
import type { Database } from '#server/db/connect.ts'
import { accountName } from '#server/services/export-records/account-name.ts'
import type { OperatorCommand } from '#server/services/operator-command.ts'

/** The calls that change something and do not note it themselves: verbs by command. An empty list: every call. */
const notedVerbs: ReadonlyMap<string, readonly string[]> = new Map([
  ['backup', []],
  ['kiosk', ['pair', 'revoke', 'import']],
  ['outbox', ['retry']],
  ['review', ['show', 'refuse', 'answer', 'edit']],
  ['sample', []],
])

/** Words of a call that make another act of a verb, and are noted with it. */
const notedFlags: readonly string[] = ['--contact']

/**
 * A command whose changing calls leave a row in the access log before they begin. Of the words of the call only its verb
 * and numbers are noted: others may be of a person.
 */
export function notedCommand(db: Database, name: string, run: OperatorCommand): OperatorCommand {
  const verbs = notedVerbs.get(name)
  if (verbs === undefined) return run
  return async (call) => {
    const verb = call.args.find((word) => verbs.includes(word))
    if (verbs.length === 0 || verb !== undefined) {
      const numbers = call.args.filter((word) => /^[1-9]\d{0,8}$/.test(word)).map(Number)
      const operator = call.operator ?? accountName()
      const flags = call.args.filter((word) => notedFlags.includes(word))
      const command = [name, ...(verb === undefined ? [] : [verb, ...flags])].join(' ')
      await noteAccess(db, { command, operator, details: { numbers } })
    }
    return run(call)
  }
}
