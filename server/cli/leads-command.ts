import type { DatabaseConnection } from '#server/db/connect.ts'
import { noteAccess, noteRows } from '#server/db/accounts/access-log.ts'
import { accountName } from '#server/services/export-records/account-name.ts'
import { contactLead } from '#server/services/leads/contact-lead.ts'
import type { OperatorCommand } from '#server/services/operator-command.ts'

const usage = '用法: npm run leads -- contacted 申请编号 …   记下已经联系过，家长在我的申请里看到“已联系”'

const words = {
  contacted: '已记为已联系',
  over: '已被取消或撤回，不能再联系',
  unknown: '没有这份申请',
} as const

/**
 * `leads contacted REFERENCE …`: marks leads as contacted. Exit code 0 when all are marked, 1 when not, 2 for a wrong
 * call.
 */
export function leadsCommand({ db }: DatabaseConnection): OperatorCommand {
  return async ({ args, print, operator = accountName() }) => {
    const [what, ...references] = args
    if (what !== 'contacted' || references.length === 0) {
      print(usage)
      return 2
    }
    const access = await noteAccess(db, { command: 'leads contacted', operator, details: { references } })
    const now = new Date()
    let done = 0
    for (const reference of references) {
      const outcome = await db.transaction((tx) =>
        contactLead(tx, { reference, at: now, outcome: 'reached', author: { name: operator }, now }),
      )
      if (outcome === 'contacted') done += 1
      print(`${reference}: ${words[outcome]}`)
    }
    await noteRows(db, access, done)
    return done === references.length ? 0 : 1
  }
}
