import { accessSync, constants, statSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { sourceColumns, type SourceColumn } from '#server/contract/catalogue/school-columns.ts'
import { recordOf } from '#server/contract/catalogue/typed-records.ts'
import { filesSource } from '#server/contract/staff/imports.ts'
import { findSaidColumns } from '#server/db/content/import-columns.ts'
import type { DatabaseConnection } from '#server/db/connect.ts'
import type { ImportOutcome } from '#server/services/content/import/importer.ts'
import { filesByKind, importKinds } from '#server/services/content/import/files-by-kind.ts'
import { importFiles } from '#server/services/content/import/import-files.ts'
import type { RefusedRows } from '#server/services/content/import/problems.ts'
import { understoodLines } from '#server/services/content/import/rows/understood-table.ts'
import { countRefused, withSoundRows } from '#server/services/content/import/sound-rows.ts'
import {
  holdsLists,
  refusedTables,
  understoodTables,
  withAssigned,
} from '#server/services/content/import/understood-files.ts'
import type { ImageStore } from '#server/services/media/images/store.ts'
import { columnLines, exampleLines } from '#server/services/content/import/format-help.ts'
import { accountName } from '#server/services/leads/export/account-name.ts'
import { noteAccess, noteRows } from '#server/db/accounts/access-log.ts'
import { printRuns, undo } from './import-undo.ts'
import { importExtensions, workbookExtensions } from '#server/services/content/import/rows/read-rows.ts'
import { sourceOf } from '#server/services/content/import/rows/source-cells.ts'
import type { FileOnDisk } from '#server/services/content/import/rows/raw-row.ts'
import type { OperatorCommand } from '#server/services/operations/operator-command.ts'

const usage =
  '用法: npm run import -- [--dry-run] [--entity 种类] [--pictures 文件夹] 文件.jsonl|文件.csv …\n' +
  '      加上 --refused 不对的行.csv：有的行不对时保存其余的行，不对的行连同原因写进这个文件\n' +
  '      加上 --source 来源 --source-kind 类型 --source-url 网址 --source-date 日期：文件里没有写来源的，来源是它\n' +
  '      npm run import -- --example 种类      看一个示例文件\n' +
  '      npm run import -- --columns 种类      列出所有列和它们的中文名\n' +
  '      npm run import -- --runs              列出以前的导入\n' +
  '      npm run import -- --undo [第几次]     撤销最近一次导入，或指定的一次'
const progressEvery = 500
const optionOf = {
  source: 'source',
  source_kind: 'source-kind',
  source_url: 'source-url',
  source_date: 'source-date',
} as const satisfies Record<SourceColumn, string>

/**
 * `import [--entity NAME] [--pictures DIR] FILE…`, or `import --example NAME`, which shows a file: exit code 0 when
 * all is stored, 1 when nothing is, 2 for a wrong call. A file whose name begins with an entity's holds that
 * entity, any other one schools, unless NAME says it.
 */
export function importCommand(connection: DatabaseConnection, images: ImageStore): OperatorCommand {
  return async ({ args, cwd, print, signal, now, operator = accountName() }) => {
    const called = readCall(args)
    if (typeof called === 'string') {
      print(called)
      print(usage)
      return 2
    }
    if (called.example !== undefined) {
      for (const line of await exampleLines(called.example)) print(line)
      return 0
    }
    if (called.columns !== undefined) {
      for (const line of columnLines(called.columns)) print(line)
      return 0
    }
    if (called.runs) return printRuns(connection, print)
    if (called.undo) return undo(connection, { id: called.run, operator, images, now }, print)
    const files = called.files.map((name) => ({
      name,
      path: path.resolve(cwd, name),
      source: called.source,
    }))
    const faults = files.flatMap((file) => faultOf(file) ?? [])
    for (const fault of faults) print(fault)
    if (faults.length > 0) return 1
    const access = called.dryRun
      ? undefined
      : await noteAccess(connection.db, {
          command: 'import',
          operator,
          details: { files: files.map(({ name }) => path.basename(name)) },
        })
    const before = await findSaidColumns(connection.db)
    const own = filesByKind(files, called.entity)
    const given = withAssigned(own, [], before) ?? own
    const isList = holdsLists(given)
    const run = (leftOut: RefusedRows) =>
      importFiles(connection, given, {
        signal,
        onProgress: progressPrinter(print),
        images,
        folder: called.pictures && path.resolve(cwd, called.pictures),
        operator,
        now,
        dryRun: called.dryRun,
        leftOut,
      })
    const { outcome, problems, refused } = await withSoundRows(
      files,
      run,
      (file) => called.refused === undefined || isList(file),
    )
    if (called.dryRun)
      for (const table of await understoodTables(given))
        for (const line of understoodLines(table)) print(line)
    if (outcome.ok && access !== undefined) {
      await noteRows(
        connection.db,
        access,
        outcome.sums.reduce((sum, { added, changed }) => sum + added + changed, 0),
      )
    }
    report(outcome, called.dryRun, print)
    if (refused !== undefined && refused.size > 0 && called.refused !== undefined) {
      for (const line of problems.lines()) print(line)
      const tables = await refusedTables(given, refused)
      await writeFile(path.resolve(cwd, called.refused), tables.map(({ csv }) => csv).join(''), {
        mode: 0o600,
      })
      print(`${countRefused(refused)} 行不对，没有保存，写在 ${called.refused} 里；其余的行如上`)
    }
    if (outcome.ok && called.dryRun) print('以上是预演，没有保存任何内容')
    return outcome.ok ? 0 : 1
  }
}

function readCall(args: readonly string[]) {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: {
        entity: { type: 'string' },
        pictures: { type: 'string' },
        example: { type: 'string' },
        columns: { type: 'string' },
        'dry-run': { type: 'boolean', default: false },
        refused: { type: 'string' },
        runs: { type: 'boolean', default: false },
        undo: { type: 'boolean', default: false },
        source: { type: 'string' },
        'source-kind': { type: 'string' },
        'source-url': { type: 'string' },
        'source-date': { type: 'string' },
      },
      allowPositionals: true,
    })
    const { entity, pictures, example, columns, runs, undo: isUndo } = values
    const [word, ...more] = positionals
    if (isUndo && (more.length > 0 || (word !== undefined && !/^[1-9]\d{0,8}$/.test(word))))
      return '--undo 后面只写第几次导入（见 --runs）'
    if (columns !== undefined && !importKinds.includes(columns))
      return `没有 ${columns} 这一种；可以看：${importKinds.join(', ')}`
    if (example !== undefined && !importKinds.includes(example))
      return `没有 ${example} 的示例；可以看：${importKinds.join(', ')}`
    if (entity !== undefined && !importKinds.includes(entity))
      return `不能导入 ${entity}；可以导入：${importKinds.join(', ')}`
    const source = filesSource.safeParse(recordOf(sourceColumns, (column) => values[optionOf[column]]))
    if (!source.success) return source.error.issues.map(({ message }) => message).join('；')
    const needsFiles = example === undefined && columns === undefined && !runs && !isUndo
    if (needsFiles && positionals.length === 0) return '没有给出文件'
    return {
      entity,
      pictures,
      example,
      columns,
      runs,
      undo: isUndo,
      run: isUndo && word !== undefined ? Number(word) : undefined,
      dryRun: values['dry-run'],
      refused: values.refused,
      source: sourceOf(source.data),
      files: positionals,
    }
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

function faultOf({ name, path: file }: FileOnDisk): string | undefined {
  const extension = path.extname(file).toLowerCase()
  if (!importExtensions.includes(extension) && !workbookExtensions.includes(extension)) {
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

function report(outcome: ImportOutcome, isDryRun: boolean, print: (line: string) => void): void {
  for (const line of outcome.notices.lines()) print(line)
  for (const line of outcome.problems.lines()) print(line)
  if (outcome.ok && isDryRun) for (const line of outcome.differences.lines()) print(line)
  if (!outcome.ok) print(`${outcome.problems.count} 个问题，没有保存任何内容`)
  else {
    const alone = outcome.sums.length === 1
    for (const { entity, added, changed, unchanged, merged } of outcome.sums) {
      print(`${alone ? '' : `${entity}: `}新增 ${added}，修改 ${changed}，未变 ${unchanged}，合并 ${merged}`)
    }
  }
}
