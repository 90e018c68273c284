import { readConfig, type Config } from '#server/config.ts'
import { connectDatabase, type Connect } from '#server/db/connect.ts'
import { countServing } from '#server/db/content/portable-rows.ts'
import { callControlSocket } from '#server/services/operations/control-socket.ts'
import { openImages } from '#server/services/media/images/open-images.ts'
import { accountName } from '#server/services/leads/export/account-name.ts'
import {
  reasonOf,
  runCommand,
  type CommandCall,
  type OperatorCommand,
} from '#server/services/operations/operator-command.ts'
import { openPersonalData } from '#server/services/personal-data/open-personal-data.ts'
import { isChange } from './changing-calls.ts'
import { commandNames, operatorCommands } from './commands.ts'
import { askOnTerminal, confirmChange, readConfirmation } from './confirm-change.ts'
import { prepareDatabase } from './prepare-database.ts'
import { moveCommand } from './move-command.ts'
import { rekeyCommand } from './rekey-command.ts'
import { restoreCommand } from './restore-command.ts'
import { lineOfRunning, refuseMissingSite, siteLine, siteLineOf } from './site-line.ts'

const usage = `用法: npm run <命令> -- [参数]
  import   从文件导入学校和内容
  export   导出内容、申请、签到或提问
  kiosk    签到设备、名单和报告
  push:baidu 把新的和改过的网址告诉百度
  backup   备份全部数据和图片（网站可以在运行）
  restore  把备份恢复到空的位置（先停止网站）
  move     把全部数据搬到另一个数据库（先停止网站）
  rekey    换一个密钥，重新封存全部姓名和电话（先停止网站）
  sample   生成示例数据，或删除它们
  staff    员工后台的成员：添加第一位，重置动态码
其余的事（申请、提问、纠错、开放日、通知、操作记录）都在员工后台 /staff/ 里做
每个命令都可以加 --operator 姓名；要改的不是正在运行的网站时会先问，没有终端时要加 --yes（kiosk 的删除用 --this-site）；
没有 DATA_DIR、这里也还没有网站的数据时不会新建，除非加 --new`

/** Commands that require the site to be stopped; they open the database themselves. */
const offlineCommands: ReadonlyMap<string, (config: Config, connect: Connect) => OperatorCommand> = new Map([
  ['restore', restoreCommand],
  ['move', moveCommand],
  ['rekey', rekeyCommand],
])

// A closed pipe, as after `head`, silences the command but does not end it.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
  })
}

const print = (line: string) => console.log(line)

/**
 * Runs one command: in the process that serves the data folder when there is one, else over a database connection of
 * its own.
 */
async function main(words: string[]): Promise<number> {
  const { name, rest } = takeOperator(words)
  const [command = '', ...given] = rest
  const stop = new AbortController()
  process.once('SIGINT', () => stop.abort())
  const offline = offlineCommands.get(command)
  if (offline === undefined && !commandNames.includes(command)) {
    print(usage)
    return 2
  }
  const config = readConfig()
  const isNew = given.includes('--new')
  const { args, isConfirmed, word } = readConfirmation(
    command,
    given.filter((one) => one !== '--new'),
  )
  const cwd = config.callerDir
  const operator = operatorName(name ?? config.operator)
  const call: CommandCall = { args, cwd, print, signal: stop.signal, operator }
  const confirm = async (isServed: boolean): Promise<void> => {
    if (!isChange(command, args)) return
    const hasTerminal = process.stdin.isTTY && process.stderr.isTTY
    await confirmChange(
      { config, isServed, isOffline: offline !== undefined },
      { isConfirmed, word, ask: hasTerminal ? askOnTerminal : undefined },
    )
  }
  const connect = connectAnnounced(config, confirm)
  refuseMissingSite(config, { command, isNew })
  if (offline !== undefined) return runCommand(offline(config, connect), call)
  if (config.databaseUrl === undefined) {
    const line = await lineOfRunning(config)
    if (line !== undefined) {
      console.error(line)
      const asked = { command, args, cwd, operator }
      const exit = await callControlSocket(config.dataDir, asked, print, stop.signal)
      if (exit !== undefined) return exit
    }
  }
  return runHere(config, { command, call, connect })
}

/** Opens the site's database and prints which one it is, before anything is changed. */
function connectAnnounced(config: Config, confirm: (isServed: boolean) => Promise<void>): Connect {
  return async (options) => {
    const connection = await connectDatabase(options).catch((error: unknown) => {
      console.error(siteLine(config))
      throw error
    })
    try {
      console.error(await siteLineOf(config, connection))
      await confirm((await connection.withStatementTimeout(10_000, countServing)) > 0)
      return connection
    } catch (error) {
      await connection.close()
      throw error
    }
  }
}

/** Removes `--operator NAME`, which every command accepts, from the arguments. */
function takeOperator(words: readonly string[]): { name: string | undefined; rest: string[] } {
  const at = words.indexOf('--operator')
  if (at < 0) return { name: undefined, rest: [...words] }
  return { name: words[at + 1], rest: words.filter((_word, place) => place !== at && place !== at + 1) }
}

/** The operator's name in logs: the given name, and the account on the machine. */
function operatorName(name: string | undefined): string {
  const account = accountName()
  return name === undefined || name.trim() === '' ? account : `${name.trim()} (${account})`.slice(0, 100)
}

type Run = { command: string; call: CommandCall; connect: Connect }

async function runHere(config: Config, { command, call, connect }: Run): Promise<number> {
  const connection = await connect({ databaseUrl: config.databaseUrl, dataDir: config.dataDir })
  try {
    await prepareDatabase(connection, command)
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
    print(`命令失败：${reasonOf(error)}`)
    process.exitCode = 1
  },
)
