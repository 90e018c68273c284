import { noteAccess, noteRows } from '#server/db/accounts/access-log.ts'
import type { DatabaseConnection } from '#server/db/connect.ts'
import { findImports } from '#server/db/content/import-history.ts'
import { chinaTime } from '#server/services/china-time.ts'
import type { ImageStore } from '#server/services/media/images/store.ts'
import { undoImport } from '#server/services/content/import/undo-import.ts'

const shownRuns = 20

/** Prints the latest imports, each with its number, time in China, operator, files and numbers of rows. */
export async function printRuns({ db }: DatabaseConnection, print: (line: string) => void): Promise<number> {
  const imports = await findImports(db, shownRuns)
  for (const { id, publishedAt, operator, files, sums, undoneAt } of imports) {
    const rows = sums.map((sum) => new Map(Object.entries(sum)))
    const total = (name: string) => rows.reduce((all, row) => all + Number(row.get(name) ?? 0), 0)
    const state = undoneAt === null ? '' : `  已于 ${chinaTime(undoneAt)} 撤销`
    print(
      `第 ${id} 次  ${chinaTime(publishedAt)}  ${operator}  ${files.join(', ')}  新增 ${total('added')}，修改 ${total('changed')}${state}`,
    )
  }
  if (imports.length === 0) print('还没有导入过')
  return 0
}

/** Undoes an import and reports the result: exit code 0 when it is undone, 1 when nothing was changed. */
export async function undo(
  connection: DatabaseConnection,
  {
    id,
    operator,
    images,
    now,
  }: { id: number | undefined; operator: string; images: ImageStore; now?: Date | undefined },
  print: (line: string) => void,
): Promise<number> {
  const access = await noteAccess(connection.db, {
    command: 'import --undo',
    operator,
    details: { run: id ?? 'latest' },
  })
  const outcome = await undoImport(connection, { id, operator, images, now })
  switch (outcome.kind) {
    case 'none':
      print(id === undefined ? '没有可以撤销的导入' : `没有第 ${id} 次导入；用 --runs 查看`)
      return 1
    case 'too old':
      print(`第 ${outcome.import.id} 次导入太早，原来的内容已不再保留`)
      return 1
    case 'merge':
      print(`第 ${outcome.import.id} 次是合并学校，不能撤销`)
      return 1
    case 'undone before':
      print(`第 ${outcome.import.id} 次导入已经撤销过`)
      return 1
    case 'changed':
      for (const [name, ids] of outcome.changed) print(`${name}: 编号 ${ids.join('、')} 后来又改过或已删除`)
      print(`第 ${outcome.import.id} 次导入没有撤销，内容没有改动`)
      return 1
    case 'overbooked':
      print(`open-days: 编号 ${outcome.openDays.join('、')} 的预约已多于原来的名额`)
      print(`第 ${outcome.import.id} 次导入没有撤销，内容没有改动`)
      return 1
    case 'done': {
      await noteRows(connection.db, access, outcome.restored + outcome.removed)
      for (const [name, ids] of outcome.withdrawn) {
        print(`${name}: 编号 ${ids.join('、')} 已有人收藏、申请或引用，没有删除，改为撤回`)
      }
      print(
        `已撤销第 ${outcome.import.id} 次导入（${outcome.import.files.join('、')}）: 恢复 ${outcome.restored} 条，删除 ${outcome.removed} 条`,
      )
      print('以前导出的表已不是最新的：再改之前请重新导出')
      return 0
    }
    default:
      throw new Error('not an outcome of an undo')
  }
}
