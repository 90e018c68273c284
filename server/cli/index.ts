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
  sample   生成示例数据，或删除它们
  audit    谁在什么时候用命令改过、取出过什么
  sessions 结束一个电话的全部登录`

/** Commands for which the site must stand still: they open what they change themselves. */
const offlineCommands: ReadonlyMap<string, (config: Config) => OperatorCommand> = new Map([
  ['restore', restoreCommand],
  ['move', moveCommand],
  ['rekey', rekeyCommand],
])

const print = (line: string) => console.log(line)

/** Runs one command: in the process that serves the data folder when there is one, else over a database of its own. */
async function main(words: string[]): Promise<number> {
  const { name, rest } = takeOperator(words)
  const [command = '', ...args] = rest
  const stop = new AbortController()
  process.once('SIGINT', () => stop.abort())
  const offline = offlineCommands.get(command)
  if (offline === undefined && !commandNames.includes(command)) {
    print(usage)
    return 2
  }
  const config = readConfig()
  const cwd = config.callerDir
  const operator = operatorName(name ?? config.operator)
  console.error(siteLine(config))
  if (offline !== undefined) {
    return runCommand(offline(config), { args, cwd, print, signal: stop.signal, operator })
  }
  if (config.databaseUrl === undefined) {
    const exit = await callControlSocket(config.dataDir, { command, args, cwd, operator }, print)
    if (exit !== undefined) return exit
  }
  return runHere(config, command, { args, cwd, print, signal: stop.signal, operator })
}

/** Takes `--operator NAME` out of a call: every command knows it. */
function takeOperator(words: readonly string[]): { name: string | undefined; rest: string[] } {
  const at = words.indexOf('--operator')
  if (at < 0) return { name: undefined, rest: [...words] }
  return { name: words[at + 1], rest: words.filter((_word, place) => place !== at && place !== at + 1) }
}

/** Who gives the command, as logs name them: the given name, and the account on the machine. */
function operatorName(name: string | undefined): string {
  const account = accountName()
  return name === undefined || name.trim() === '' ? account : `${name.trim()} (${account})`.slice(0, 100)
}

/** Which site a command acts on: its address, and where its data are, without the password. */
function siteLine({ publicOrigin, databaseUrl, dataDir }: Config): string {
  const site = publicOrigin ?? '试用（没有设置 PUBLIC_ORIGIN）'
  if (databaseUrl === undefined) return `网站 ${site}，数据文件夹 ${dataDir}`
  const { host, pathname } = new URL(databaseUrl)
  return `网站 ${site}，数据库 ${host}${pathname}`
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
