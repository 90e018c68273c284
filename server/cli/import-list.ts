import { writeFile } from 'node:fs/promises'
import type { GuestImport } from '#server/services/check-ins/import-guests.ts'
import type { RefusedRows } from '#server/services/content/import/problems.ts'
import type { FileOnDisk } from '#server/services/content/import/rows/raw-row.ts'
import { refusedTable } from '#server/services/content/import/rows/refused-rows.ts'
import {
  understand,
  understoodLines,
  type TableKind,
} from '#server/services/content/import/rows/understood-table.ts'
import { countRefused, withSoundRows } from '#server/services/content/import/sound-rows.ts'

/**
 * Imports guest lists and prints what they come to; with a file for refused rows the others are stored. Exit code 1 when nothing
 * can be stored.
 */
export async function importList(
  files: readonly FileOnDisk[],
  { table, refusedFile, isDryRun }: { table: TableKind; refusedFile: string | undefined; isDryRun: boolean },
  { print, run }: { print: (line: string) => void; run: (leftOut: RefusedRows) => Promise<GuestImport> },
): Promise<number> {
  if (isDryRun) for (const file of files) understoodLines(await understand(file, table)).forEach(print)
  const { outcome, problems, refused } = await withSoundRows(files, run, () => refusedFile === undefined)
  problems.lines().forEach(print)
  if (refused === undefined) {
    print(`${problems.count} 个问题，没有保存任何内容`)
    return 1
  }
  print(`新增 ${outcome.added}，修改 ${outcome.changed}，未变 ${outcome.unchanged}`)
  if (isDryRun) print('以上是预演，没有保存任何内容')
  if (refused.size > 0 && refusedFile !== undefined) {
    const texts: string[] = []
    for (const file of files) texts.push((await refusedTable(file, table.columns, refused)) ?? '')
    await writeFile(refusedFile, texts.join(''), { mode: 0o600 })
    print(`${countRefused(refused)} 行不对，没有保存，写在 ${refusedFile} 里`)
  }
  return 0
}
