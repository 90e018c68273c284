import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeDataDir } from '#tests/support/database/embedded-template.ts'
import { startCommand } from '#tests/support/operator/operator-process.ts'
import { inventedSchools } from '#tests/support/content/invented-schools.ts'

/** At full size with the proofs; small in every run of the suite. */
const full = process.env['PROVE'] === '1'
const sizes = full ? { schools: 5000, news: 50_000 } : { schools: 200, news: 3000 }
/** What the process may hold at most, in MiB, however long its files are. */
const mostMemory = 700

let folder: string
let whole: string
let broken: string

beforeAll(async () => {
  whole = await makeDataDir()
  broken = await makeDataDir()
  folder = mkdtempSync(path.join(os.tmpdir(), 'sizes-'))
  const schools = inventedSchools(sizes.schools).map((school) => JSON.stringify(school))
  writeFileSync(path.join(folder, 'schools.jsonl'), `${schools.join('\n')}\n`)
  for (let from = 0; from < sizes.news; from += 1000) {
    const rows = Array.from({ length: 1000 }, (_unused, at) => JSON.stringify(news(from + at)))
    appendFileSync(path.join(folder, 'news.jsonl'), `${rows.join('\n')}\n`)
  }
})
afterAll(() => {
  for (const made of [folder, whole, broken]) rmSync(made, { recursive: true, force: true })
})

function news(at: number) {
  return {
    title: `虚构的消息第 ${at} 条`,
    city: ['shenzhen', 'guangzhou', 'beijing'][at % 3],
    summary: '为测试而虚构。',
    body: `## 第 ${at} 条\n\n${'这一段文字没有说任何事情。'.repeat(20)}`,
    published_at: new Date(Date.UTC(2016, 0, 1 + (at % 3650), 1, at % 60)).toISOString(),
  }
}

async function run(DATA_DIR: string, ...files: string[]) {
  const start = performance.now()
  const command = startCommand(['import', ...files], folder, { DATA_DIR })
  let peak = 0
  const watch = setInterval(() => {
    const { pid } = command
    if (pid !== undefined) peak = Math.max(peak, residentMiB(pid))
  }, 200)
  const exit = await command.ended
  clearInterval(watch)
  const { lines } = command
  return { exit, lines, peak, seconds: Math.round((performance.now() - start) / 1000) }
}

/** Memory of a process on Linux, MiB; nothing elsewhere, or once it has ended. */
function residentMiB(pid: number): number {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
  } catch {
    return 0
  }
}

test('schools and news are imported together with bounded memory, and the operator sees how far it is', async () => {
  const { exit, lines, peak, seconds } = await run(whole, 'schools.jsonl', 'news.jsonl')
  console.log(`${sizes.schools} schools, ${sizes.news} news: ${seconds} s, at most ${Math.round(peak)} MiB`)
  expect(exit).toBe(0)
  expect(lines.slice(-2)).toEqual([
    `schools: 新增 ${sizes.schools}，修改 0，未变 0，合并 0`,
    `news: 新增 ${sizes.news}，修改 0，未变 0，合并 0`,
  ])
  for (const step of ['已检查', '已写入']) {
    expect(lines.filter((line) => line.startsWith(step)).length).toBeGreaterThan(5)
  }
  expect(peak).toBeLessThan(mostMemory)
})

test('an invalid line is reported by its number, and nothing is stored', async () => {
  const at = full ? 2320 : 620
  const rows = readFileSync(path.join(folder, 'news.jsonl'), 'utf8')
    .split('\n')
    .slice(0, full ? sizes.news : 700)
  rows[at] = JSON.stringify({ ...news(at), published_at: 'some day' })
  writeFileSync(path.join(folder, 'broken-news.jsonl'), rows.join('\n'))
  const refused = await run(broken, '--entity', 'news', 'broken-news.jsonl')
  expect(refused.exit).toBe(1)
  expect(refused.lines.filter((line) => !line.startsWith('已检查'))).toEqual([
    `broken-news.jsonl:${at + 1}: published_at: 应为时间，例如 2026-03-01 09:30`,
    '1 个问题，没有保存任何内容',
  ])
  const after = await run(broken, 'schools.jsonl')
  expect(after.lines.at(-1)).toBe(`新增 ${sizes.schools}，修改 0，未变 0，合并 0`)
})
