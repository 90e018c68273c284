import { cpSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { eq } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { operatorCommands } from '#server/cli/commands.ts'
import { accessLog, clue } from '#server/db/schema/index.ts'
import { runCommand } from '#server/services/operations/operator-command.ts'
import { personalOfTests } from '#tests/support/api/api.ts'
import { fillPlace, openPlace } from '#tests/support/database/whole-database.ts'
import { folderWith } from '#tests/support/operator/operator.ts'

test('a rehearsed restore says whether the backup works, and its key, and leaves the site as it is', async () => {
  const place = await openPlace()
  onTestFinished(() => place.close())
  await fillPlace(place, '+8613900002222')
  const { connection, dataDir } = place
  const cwd = folderWith({})
  const before = readdirSync(dataDir)
  const said: string[] = []
  const run = (...args: string[]) => {
    const backup = operatorCommands(connection, dataDir, personalOfTests).get('backup')
    if (backup === undefined) throw new Error('no such command')
    const print = (line: string) => void said.push(line)
    return runCommand(backup, { args, cwd, print, signal: new AbortController().signal })
  }
  const tries = () =>
    connection.db
      .select({ rows: accessLog.rows, details: accessLog.details })
      .from(accessLog)
      .where(eq(accessLog.command, 'backup try'))
      .orderBy(accessLog.id)
  expect(await run('--out', 'good', '--try', 'good')).toBe(2)
  expect(await run('--try', '')).toBe(2)
  expect(await run('--out', 'good')).toBe(0)
  const leads = await connection.db.$count(clue)
  expect(await run('--try', 'good')).toBe(0)
  expect(said.join()).toMatch(/恢复得出来：\d+ 行，1 张图片，解开了 [1-9]\d* 个申请的姓名/)
  const damaged = path.join(cwd, 'damaged')
  cpSync(path.join(cwd, 'good'), damaged, { recursive: true })
  writeFileSync(path.join(damaged, 'tables/clue.jsonl.gz'), gzipSync('{}\n'))
  expect(await run('--try', 'damaged')).toBe(1)
  const [good, broken] = await tries()
  expect(good?.rows).toBeGreaterThan(0)
  expect(broken).toMatchObject({ rows: 0, details: { failure: expect.stringContaining('clue') } })
  expect(await connection.db.$count(clue)).toBe(leads)
  expect(readdirSync(dataDir)).toEqual(before)
}, 180_000)
