import { execFileSync, spawnSync } from 'node:child_process'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { projectRoot } from '#server/db/project-root.ts'
import { leadFields, post } from '#tests/support/leads/leads.ts'
import { makeServerDatabase } from '#tests/support/database/server-database.ts'
import { startProcess, type SiteProcess } from '#tests/support/site/site-process.ts'

let database: { url: string; drop: () => Promise<void> }
let site: SiteProcess

beforeAll(async () => {
  database = await makeServerDatabase()
  site = await startProcess({
    DATABASE_URL: database.url,
    DATA_KEY: Buffer.alloc(32, 7).toString('base64'),
    WEB_PROCESSES: '2',
    METRICS: 'loopback',
  })
})
afterAll(async () => {
  await site?.stop()
  await database?.drop()
})

/** The numbers of the processes that serve. */
function serving(): number[] {
  const listed = execFileSync('ps', ['-o', 'pid=', '--ppid', String(site.pid)], { encoding: 'utf8' })
  return listed.split('\n').filter(Boolean).map(Number)
}

/** How many of so many processes say that they serve, since the start. */
function said(words: string): number {
  return site.log.filter((line) => line.includes(`"msg":"${words}"`)).length
}

test('two processes serve one port, and one that is killed is followed by another', async () => {
  await expect.poll(() => said('serving'), { timeout: 20_000 }).toBe(2)
  const [first = 0, second = 0] = serving()
  process.kill(first, 'SIGKILL')
  await expect.poll(() => said('serving'), { timeout: 20_000 }).toBe(3)
  const after = serving()
  expect(after).toHaveLength(2)
  expect(after).toContain(second)
  expect((await fetch(`${site.url}/readyz`)).status).toBe(200)
})

test('any process answers with the metrics of both, labelled', async () => {
  const counted = async () => {
    const text = await (await fetch(`${site.url}/metrics`, { headers: { connection: 'close' } })).text()
    const pages = text.matchAll(/^site_answers_total\{kind="page".*process="(\d+)".*\} (\d+)$/gm)
    return {
      processes: new Set(
        [...text.matchAll(/^process_start_time_seconds\{process="(\d+)"\}/gm)].map(([, id]) => id),
      ),
      up: text.match(/^site_database_up .*$/gm),
      pages: [...pages].reduce((sum, [, , count]) => sum + Number(count), 0),
    }
  }
  const before = await counted()
  expect(before.processes.size).toBe(2)
  expect(before.up).toEqual(['site_database_up 1'])
  for (let nth = 0; nth < 12; nth += 1) {
    await (await fetch(`${site.url}/aboutus/`, { headers: { connection: 'close' } })).text()
  }
  for (let nth = 0; nth < 4; nth += 1) expect((await counted()).pages).toBe(before.pages + 12)
})

test('what a limit refused is counted by its name, whichever process refused it', async () => {
  const refused = async () => {
    const text = await (await fetch(`${site.url}/metrics`, { headers: { connection: 'close' } })).text()
    const counted = text.matchAll(/^site_refusals_total\{limit="lead of a phone",process="\d+"\} (\d+)$/gm)
    return [...counted].reduce((sum, [, count]) => sum + Number(count), 0)
  }
  const before = await refused()
  const statuses = []
  for (let nth = 0; nth < 12; nth += 1) {
    const lead = leadFields({ phone: '13900000099', message: `第 ${nth} 次` })
    const answer = await fetch(`${site.url}/api/clue`, post(lead, { connection: 'close' }))
    statuses.push(answer.status)
    await answer.text()
  }
  expect(statuses.filter((status) => status === 200)).toHaveLength(5)
  expect((await refused()) - before).toBe(statuses.filter((status) => status === 429).length)
})

test('SIGHUP replaces all of them and no request fails meanwhile', async () => {
  const before = serving()
  const over = new AbortController()
  const statuses = new Set<number | string>()
  const traffic = (async () => {
    while (!over.signal.aborted) {
      const answer = await fetch(`${site.url}/aboutus/`).catch((error: unknown) => String(error))
      statuses.add(typeof answer === 'string' ? answer : answer.status)
      if (typeof answer !== 'string') await answer.text()
    }
  })()
  process.kill(site.pid, 'SIGHUP')
  await expect.poll(() => serving().some((pid) => before.includes(pid)), { timeout: 40_000 }).toBe(false)
  await wait(200)
  over.abort()
  await traffic
  expect([...statuses]).toEqual([200])
  expect(serving()).toHaveLength(2)
})

test('SIGTERM ends them all', async () => {
  const all = serving()
  await site.stop()
  expect(all).toHaveLength(2)
  for (const pid of all) expect(() => process.kill(pid, 0)).toThrow('ESRCH')
})

test.each([
  [{}, 'WEB_PROCESSES：内嵌数据库只能由一个进程使用'],
  [{ API_ORIGIN: 'http://127.0.0.1:9' }, 'WEB_PROCESSES：多于一个进程时要设置 DATA_KEY 或 API_SECRET'],
])('more processes than can be are refused by name', (settings, reason) => {
  const done = spawnSync(process.execPath, [path.join(projectRoot(), 'build/process/main.js')], {
    env: { PATH: process.env['PATH'], NODE_ENV: 'production', PORT: '0', WEB_PROCESSES: '2', ...settings },
    encoding: 'utf8',
  })
  expect(done.status).toBe(1)
  expect(done.stderr).toContain(reason)
})
