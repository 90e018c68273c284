import { parseArgs } from 'node:util'
import { readConfig } from '#server/config.ts'
import type { DatabaseConnection } from '#server/db/connect.ts'
import { pushChanged } from '#server/services/baidu/push-changed.ts'
import type { OperatorCommand } from '#server/services/operations/operator-command.ts'

const usage = '用法: npm run push:baidu -- [--dry] [--from http://127.0.0.1:3000]'

/** `push:baidu [--dry] [--from SITE]`: exit code 0 when all is pushed, 1 when not, 2 for a wrong call. */
export function pushCommand({ db }: DatabaseConnection): OperatorCommand {
  return async ({ args, print, signal }) => {
    const called = readCall(args)
    if (called === undefined) {
      print(usage)
      return 2
    }
    const { baidu, host, port } = readConfig()
    if (baidu === undefined) {
      print('没有设置 BAIDU_PUSH_TOKEN 和 PUBLIC_ORIGIN，不知道推送到哪里')
      return 1
    }
    const { sent, left, stopped } = await pushChanged({
      db,
      config: baidu,
      site: called.from ?? `http://${host === '0.0.0.0' ? '127.0.0.1' : host}:${port}`,
      dry: called.dry,
      now: () => new Date(),
      signal,
      onBatch(addresses, receipt) {
        if (receipt === undefined) return addresses.forEach(print)
        print(`推送 ${addresses.length} 条，收下 ${receipt.success} 条，今天还可以推送 ${receipt.remain} 条`)
        for (const address of receipt.notSameSite) print(`不是本站的网址：${address}`)
        for (const address of receipt.notValid) print(`不是有效的网址：${address}`)
      },
    })
    print(called.dry ? `会推送 ${sent} 条` : `共推送 ${sent} 条`)
    if (stopped === 'away') print(`百度没有及时回答，还有 ${left} 条以上没有推送，稍后再运行一次`)
    if (stopped === 'over quota') print(`今天的配额用完了，还有 ${left} 条以上没有推送，明天再运行一次`)
    return stopped === undefined ? 0 : 1
  }
}

function readCall(args: readonly string[]): { dry: boolean; from?: string } | undefined {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: { dry: { type: 'boolean', default: false }, from: { type: 'string' } },
    })
    const { dry, from } = values
    if (from === undefined) return { dry }
    return URL.canParse(from) && from.startsWith('http') ? { dry, from } : undefined
  } catch {
    return undefined
  }
}
