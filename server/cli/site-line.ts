import { existsSync } from 'node:fs'
import path from 'node:path'
import type { Config } from '#server/config.ts'
import type { DatabaseConnection } from '#server/db/connect.ts'
import { countAllSchools } from '#server/db/schools/school-count.ts'
import { callControlSocket } from '#server/services/operations/control-socket.ts'
import type { OperatorCommand } from '#server/services/operations/operator-command.ts'

type Place = Pick<Config, 'publicOrigin' | 'databaseUrl' | 'dataDir'>

/** Name of the control socket's command for a running process's own line. */
export const siteLineCommand = 'site-line'

/**
 * Describes the site a command acts on: public origin, location of its data (without the password), number of schools.
 */
export function siteLine({ publicOrigin, databaseUrl, dataDir }: Place, schools?: number): string {
  const site = publicOrigin ?? '试用（没有设置 PUBLIC_ORIGIN）'
  const count = schools === undefined ? '' : `，${schools} 所学校`
  if (databaseUrl === undefined) return `网站 ${site}，数据文件夹 ${dataDir}${count}`
  const { host, pathname } = new URL(databaseUrl)
  return `网站 ${site}，数据库 ${host}${pathname}，数据文件夹 ${dataDir}${count}`
}

/** Commands that make a site where none is. */
const makingCommands: readonly string[] = ['restore', 'move', 'sample']

/**
 * Refuses a command that would make a second, empty site because nobody named the data folder and the usual one has none.
 * `--new` makes one all the same.
 */
export function refuseMissingSite(
  { databaseUrl, dataDir, isUsualDataDir }: Pick<Config, 'databaseUrl' | 'dataDir' | 'isUsualDataDir'>,
  { command, isNew }: { command: string; isNew: boolean },
): void {
  if (databaseUrl !== undefined || !isUsualDataDir || isNew || makingCommands.includes(command)) return
  if (existsSync(path.join(dataDir, 'database'))) return
  throw new Error(
    `${dataDir} 里没有网站的数据，没有改动。网站的数据在别处时用 DATA_DIR 指出它的文件夹；还没有网站时先用 npm start 启动一次，或加 --new 在这里新建`,
  )
}

/** The line of an open database. */
export async function siteLineOf(place: Place, connection: DatabaseConnection): Promise<string> {
  return siteLine(place, await countAllSchools(connection))
}

/** Prints the line of the process that has the database open. */
export function printSiteLine(place: Place, connection: DatabaseConnection): OperatorCommand {
  return async ({ print }) => {
    print(await siteLineOf(place, connection))
    return 0
  }
}

/** The line of the process that serves a data folder; undefined when none does. */
export async function lineOfRunning(place: Place): Promise<string | undefined> {
  const said: string[] = []
  const call = { command: siteLineCommand, args: [], cwd: place.dataDir }
  const exit = await callControlSocket(place.dataDir, call, (line) => void said.push(line))
  if (exit === undefined) return undefined
  // A process of an earlier version does not know the command.
  return exit === 0 ? said.join(' ') : siteLine(place)
}
