import type { DatabaseConnection } from '#server/db/connect.ts'
import { noteAccess, noteRows } from '#server/db/accounts/access-log.ts'
import { countWaitingJobs, findOpenJobs, retryJobs } from '#server/db/leads/outbox.ts'
import { chinaTimeToSecond } from '#server/services/china-time.ts'
import { accountName } from '#server/services/export-records/account-name.ts'
import type { OperatorCommand } from '#server/services/operator-command.ts'
import { leaseMs } from '#server/services/outbox/outbox-worker.ts'

const usage = [
  '用法: npm run outbox -- list     还没送达的通知：试过几次，上次为什么失败，下次什么时候',
  '      npm run outbox -- retry    失败过的马上再试，不等下次的时间',
]
const mostListed = 100

/** `outbox list|retry`: exit code 0 when done, 2 for a wrong call. */
export function outboxCommand({ db }: DatabaseConnection): OperatorCommand {
  return async ({ args, print, operator = accountName() }) => {
    const what = args.join(' ')
    if (what === 'list') {
      for (const { id, kind, tries, createdAt, dueAt, error } of await findOpenJobs(db, mostListed)) {
        const next =
          tries === 0
            ? '还没试过'
            : `试过 ${tries} 次，下次 ${chinaTimeToSecond(dueAt)}，${error ?? '正在试'}`
        print(`${id}  ${kind}  ${chinaTimeToSecond(createdAt)}  ${next}`)
      }
      const waiting = await countWaitingJobs(db)
      const counts = waiting.map(({ kind, jobs }) => `${kind} ${jobs} 条`).join('，')
      print(waiting.length === 0 ? '没有等待的通知' : `等待中：${counts}`)
      return 0
    }
    if (what === 'retry') {
      const access = await noteAccess(db, { command: 'outbox retry', operator, details: {} })
      const now = new Date()
      // Jobs that are due sooner may be running in another process.
      const retried = await retryJobs(db, now, new Date(now.getTime() + leaseMs))
      await noteRows(db, access, retried)
      print(`马上再试 ${retried} 条，其余的在 ${leaseMs / 1000} 秒内本来就会试`)
      return 0
    }
    usage.forEach(print)
    return 2
  }
}
