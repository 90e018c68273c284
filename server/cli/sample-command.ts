import { parseArgs } from 'node:util'
import { z } from 'zod'
import type { DatabaseConnection } from '#server/db/connect.ts'
import type { OperatorCommand } from '#server/services/operations/operator-command.ts'
import type { ImageStore } from '#server/services/media/images/store.ts'
import type { PersonalData } from '#server/services/personal-data/personal-data.ts'
import { loadSampleContent, removeSampleContent } from '#server/sample/sample-content.ts'

const usage =
  '用法: npm run sample -- [--schools N] [--replace]，或 npm run sample -- --remove 删除全部示例数据'
const options = {
  schools: { type: 'string' },
  replace: { type: 'boolean', default: false },
  remove: { type: 'boolean', default: false },
} as const
const schools = z.coerce.number().int().min(7).max(1_000_000).optional()

/**
 * `sample [--schools N] [--replace]`, `sample --remove`: exit code 0 when made or removed, 1 when schools are there
 * already, 2 for a wrong call.
 */
export function sampleCommand(
  connection: DatabaseConnection,
  images: ImageStore,
  personal: PersonalData,
): OperatorCommand {
  return async ({ args, print }) => {
    const called = readCall(args)
    if (called === undefined) {
      print(usage)
      return 2
    }
    if (called.remove) {
      print(`已删除 ${await removeSampleContent(connection)} 所示例学校和全部示例内容；真实的内容没有改动`)
      return 0
    }
    const log = { info: (details: object, message: string) => print(`${message} ${JSON.stringify(details)}`) }
    const { remove: _, ...wanted } = called
    const made = await loadSampleContent(connection, personal, { ...wanted, images, log })
    if (made.schools > 0) return 0
    print('数据库里已有学校，没有生成示例数据；要替换之前的示例数据，请加 --replace')
    return 1
  }
}

function readCall(args: readonly string[]) {
  try {
    const { values } = parseArgs({ args: [...args], options })
    const wanted = schools.parse(values.schools)
    return {
      replace: values.replace,
      remove: values.remove,
      ...(wanted === undefined ? {} : { schools: wanted }),
    }
  } catch {
    return undefined
  }
}
