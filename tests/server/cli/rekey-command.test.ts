import { existsSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { rekeyCommand } from '#server/cli/rekey-command.ts'
import { readConfig } from '#server/config.ts'
import { connectDatabase } from '#server/db/connect.ts'
import { accessLog } from '#server/db/schema/index.ts'
import { runCommand } from '#server/services/operations/operator-command.ts'
import { openPersonalData } from '#server/services/personal-data/open-personal-data.ts'
import { keyIdOf, readDataKey } from '#server/services/personal-data/personal-data.ts'
import { makeDataDir } from '#tests/support/database/embedded-template.ts'

const signal = new AbortController().signal

test('the command replaces the key of the file, while nobody has the database open', async () => {
  const dataDir = await makeDataDir()
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true, maxRetries: 3 }))
  const config = readConfig({ NODE_ENV: 'test', DATA_DIR: dataDir })
  const lines: string[] = []
  const call = { args: [], cwd: dataDir, print: (line: string) => void lines.push(line), signal }
  const site = await connectDatabase({ dataDir })
  const { personal } = await openPersonalData(site, config)
  expect(await runCommand(rekeyCommand(config), call)).toBe(1)
  expect(lines.join()).toContain('正被进程')
  await site.close()
  expect(await runCommand(rekeyCommand(config), call)).toBe(0)
  expect(lines.join()).toContain('已换成密钥')
  const idIn = (name: string) => keyIdOf(readDataKey(readFileSync(path.join(dataDir, name), 'utf8').trim()))
  expect(idIn('data-key.previous')).toBe(personal.keyId)
  expect(idIn('data-key')).not.toBe(personal.keyId)
  const second = idIn('data-key')
  expect(await runCommand(rekeyCommand(config), call)).toBe(1)
  expect(lines.at(-1)).toContain('data-key.previous')
  expect([idIn('data-key.previous'), idIn('data-key')]).toEqual([personal.keyId, second])
  const again = await connectDatabase({ dataDir })
  const noted = await again.db.select().from(accessLog)
  expect(noted).toMatchObject([{ command: 'rekey', details: { keyId: idIn('data-key') } }])
  const { personal: anew } = await openPersonalData(again, config).finally(() => again.close())
  expect(anew.keyId).toBe(idIn('data-key'))
  expect(existsSync(path.join(dataDir, 'data-key.new'))).toBe(false)
})
