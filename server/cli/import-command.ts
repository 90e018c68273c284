import { accessSync, constants, statSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import type { DatabaseConnection } from '#server/db/connect.ts'
import type { ImportOutcome } from '#server/services/import/importer.ts'
import { importers } from '#server/services/import/importers.ts'
import { importExtensions } from '#server/services/import/raw-rows.ts'
import type { ImportFile } from '#server/services/import/raw-rows.ts'
import type { OperatorCommand } from '#server/services/operator-command.ts'

const usage = '用法: npm run import -- [--entity schools] 文件.jsonl|文件.csv …'
const progressEvery = 500

/** `import [--entity schools] FILE…`: exit code 0 when all is stored, 1 when nothing is, 2 for a wrong call. */
export function importCommand(connection: DatabaseConnection): OperatorCommand {
  return async ({ args, cwd, print, signal }) => {
    const called = readCall(args)
    if (typeof called === 'string') {
      print(called)
      print(usage)
      return 2
    }
    const files = called.files.map((name) => ({ name, path: path.resolve(cwd, name) }))
    const faults = files.flatMap((file) => faultOf(file) ?? [])
    for (const fault of faults) print(fault)
    if (faults.length > 0) return 1
    const outcome = await called.importer(connection, files, { signal, onProgress: progressPrinter(print) })
    report(outcome, print)
    return outcome.ok ? 0 : 1
  }
}

function readCall(args: readonly string[]) {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: { entity: { type: 'string', default: 'schools' } },
      allowPositionals: true,
    })
    const importer = importers.get(values.entity)
    if (importer === undefined)
      return `不能导入 ${values.entity};可以导入: ${[...importers.keys()].join(', ')}`
    return positionals.length === 0 ? '没有给出文件' : { importer, files: positionals }
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

function faultOf({ name, path: file }: ImportFile): string | undefined {
  if (!importExtensions.includes(path.extname(file).toLowerCase())) {
    return `${name}: 不是 ${importExtensions.join('、')} 文件`
  }
  try {
    accessSync(file, constants.R_OK)
    return statSync(file).isFile() ? undefined : `${name}: 不是文件`
  } catch {
    return `${name}: 无法读取`
  }
}

function progressPrinter(print: (line: string) => void) {
  let shown = 0
  let step = ''
  return (progress: { step: 'checked' | 'written'; rows: number }) => {
    if (progress.step !== step) shown = 0
    step = progress.step
    if (progress.rows - shown < progressEvery) return
    shown = progress.rows
    print(`${progress.step === 'checked' ? '已检查' : '已写入'} ${progress.rows} 行`)
  }
}

function report(outcome: ImportOutcome, print: (line: string) => void): void {
  for (const line of outcome.notices.lines()) print(line)
  for (const line of outcome.problems.lines()) print(line)
  if (!outcome.ok) print(`${outcome.problems.count} 个问题,没有保存任何内容`)
  else {
    const { added, changed, unchanged, merged } = outcome
    print(`新增 ${added},修改 ${changed},未变 ${unchanged},合并 ${merged}`)
  }
}
