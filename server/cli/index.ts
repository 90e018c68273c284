import { readConfig, type Config } from '#server/config.ts'
import { connectDatabase } from '#server/db/connect.ts'
import { migrate } from '#server/db/migrate.ts'
import { callControlSocket } from '#server/services/control-socket.ts'
import { openImages } from '#server/services/images/open-images.ts'
import { accountName } from '#server/services/export-records/account-name.ts'
import {
  reasonOf,
  runCommand,
  type CommandCall,
  type OperatorCommand,
} from '#server/services/operator-command.ts'
import { openPersonalData } from '#server/services/personal-data/match-key.ts'
import { commandNames, operatorCommands } from './commands.ts'
import { moveCommand } from './move-command.ts'
import { rekeyCommand } from './rekey-command.ts'
import { restoreCommand } from './restore-command.ts'

const usage = `用法: npm run <命令> -- [参数]
  import   从文件导入学校和内容
  export   导出内容、申请、签到或提问
  kiosk    签到设备、名单和报告
  review   审核家长的提问
  leads    记下已经联系过的申请
  outbox   还没送达的通知，马上再试
  open-days 开放日的预约名单，改期或取消后还要通知谁
  push:baidu 把新的和改过的网址告诉百度
  backup   备份全部数据和图片（网站可以在运行）
  restore  把备份恢复到空的位置（先停止网站）
  move     把全部数据搬到另一个数据库（先停止网站）
  rekey    换一个密钥，重新封存全部姓名和电话（先停止网站）
  sample   生成示例数据
  sessions 结束一个电话的全部登录`

/** Commands for which the site must stand still: they open what they change themselves. */
const offlineCommands: ReadonlyMap<string, (config: Config) => OperatorCommand> = new Map([
  ['restore', restoreCommand],
  ['move', moveCommand],
  ['rekey', rekeyCommand],
])

const print = (line: string) => console.log(line)

/** Runs one command: in the process that serves the data folder when there is one, else over a database of its own. */
async function main([command = '', ...args]: string[]): Promise<number> {
  const stop = new AbortController()
  process.once('SIGINT', () => stop.abort())
  const offline = offlineCommands.get(command)
  if (offline === undefined && !commandNames.includes(command)) {
    print(usage)
    return 2
  }
  const config = readConfig()
  const cwd = config.callerDir
  if (offline !== undefined) return runCommand(offline(config), { args, cwd, print, signal: stop.signal })
  if (config.databaseUrl === undefined) {
    const exit = await callControlSocket(
      config.dataDir,
      { command, args, cwd, operator: accountName() },
      print,
    )
    if (exit !== undefined) return exit
  }
  return runHere(config, command, { args, cwd, print, signal: stop.signal, operator: accountName() })
}

async function runHere(config: Config, command: string, call: CommandCall): Promise<number> {
  const connection = await connectDatabase({ databaseUrl: config.databaseUrl, dataDir: config.dataDir })
  try {
    await migrate(connection)
    const { personal } = await openPersonalData(connection, config)
    const run = operatorCommands(connection, config.dataDir, personal, openImages(config)).get(command)
    return run === undefined ? 2 : await runCommand(run, call)
  } finally {
    await connection.close()
  }
}

main(process.argv.slice(2)).then(
  (exit) => {
    process.exitCode = exit
  },
  (error: unknown) => {
    print(`命令失败: ${reasonOf(error)}`)
    process.exitCode = 1
  },
)
