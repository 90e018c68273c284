import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { projectRoot } from '#server/db/project-root.ts'
import { refusedStart } from '#tests/support/site/refused-start.ts'

function scratch(): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'refused-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

test('a picture of the configuration that is no file of this site stops the start before any data are made', async () => {
  const dataDir = path.join(scratch(), 'data')
  const { code, said } = await refusedStart({ DATA_DIR: dataDir, SITE_WECHAT_QR: '/no-such-picture.jpg' })
  expect(code).toBe(1)
  expect(said).toContain('配置有误：SITE_WECHAT_QR：本站没有 /no-such-picture.jpg 这个文件')
  expect(existsSync(dataDir)).toBe(false)
})

test('every wrong variable is reported at once, in the operator’s language', async () => {
  const { code, said } = await refusedStart({ DATA_DIR: scratch(), PORT: 'web', SAMPLE: 'no', SMS: 'pigeon' })
  expect(code).toBe(1)
  expect(said).toContain(
    '配置有误：PORT：应为 0 到 65535 的整数；SAMPLE：应为 on、off 之一；SMS：应为 console、tencent、aliyun 之一',
  )
})

test('a first start on a full disk says so, and makes no database', async () => {
  const folder = scratch()
  const full = path.join(folder, 'full')
  writeFileSync(full, '')
  const dataDir = path.join(folder, 'data')
  const { code, said } = await refusedStart({
    DATA_DIR: dataDir,
    DISK_FULL_FROM: full,
    NODE_OPTIONS: `--require ${path.join(projectRoot(), 'tests/support/faults/full-disk.cjs')}`,
  })
  expect(code).toBe(1)
  expect(said).toContain('磁盘已满：')
  const made = readdirSync(path.join(dataDir, 'database'))
  expect(made.filter((name) => /cluster|unfinished/.test(name))).toEqual([])
})
