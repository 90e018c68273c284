import path from 'node:path'
import { parseArgs } from 'node:util'
import type { DatabaseConnection } from '#server/db/connect.ts'
import { exportContent } from '#server/services/content/export/export-content.ts'
import type { ImageStore } from '#server/services/media/images/store.ts'
import type { CommandCall, OperatorCommand } from '#server/services/operations/operator-command.ts'
import type { PersonalData } from '#server/services/personal-data/personal-data.ts'
import { exportRecordsTo, recordNames, recordsUsage } from './export-records.ts'

const usage = '用法: npm run export -- content [--out 文件夹] [--format jsonl|csv]'

type Exporter = (connection: DatabaseConnection, images: ImageStore, call: CommandCall) => Promise<number>

/** What can be exported, by the first word of the call. */
const exporters: ReadonlyMap<string, Exporter> = new Map([['content', contentExporter]])

/** `export content|leads|checkins|questions …`: exit code 0 when all is written, 1 when not, 2 for a wrong call. */
export function exportCommand(
  connection: DatabaseConnection,
  images: ImageStore,
  personal: PersonalData,
): OperatorCommand {
  return async (call) => {
    const [what = '', ...args] = call.args
    const run = exporters.get(what)
    if (run !== undefined) return run(connection, images, { ...call, args })
    if (recordNames.includes(what)) return exportRecordsTo(what, { connection, personal }, { ...call, args })
    call.print(usage)
    call.print(recordsUsage)
    return 2
  }
}

async function contentExporter(
  connection: DatabaseConnection,
  images: ImageStore,
  { args, cwd, print, signal }: CommandCall,
): Promise<number> {
  const called = readCall(args)
  if (called === undefined) {
    print(usage)
    return 2
  }
  const { out, format } = called
  const onFile = (file: string, rows: number) => print(`${path.join(out, file)}: ${rows} 行`)
  await exportContent(connection, { folder: path.resolve(cwd, out), format, images, signal, onFile })
  return 0
}

function readCall(args: readonly string[]) {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        out: { type: 'string', default: 'content-export' },
        format: { type: 'string', default: 'jsonl' },
      },
    })
    const { out, format } = values
    return format === 'jsonl' || format === 'csv' ? ({ out, format } as const) : undefined
  } catch {
    return undefined
  }
}
