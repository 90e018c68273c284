import { readdirSync, rmSync } from 'node:fs'
import { Agent, get } from 'node:http'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeSampleDir } from '#tests/support/site/sample-template.ts'
import { startProcess, type SiteProcess } from '#tests/support/site/site-process.ts'

let site: SiteProcess
beforeAll(async () => {
  const dataDir = await makeSampleDir()
  // None of its pictures is made yet.
  rmSync(path.join(dataDir, 'renditions'))
  site = await startProcess({ DATA_DIR: dataDir, SMS: 'console', TRUST_PROXY: 'loopback' })
})
afterAll(async () => {
  await site.stop()
  rmSync(site.dataDir, { recursive: true, force: true })
})

const attacker = '198.51.100.66'
const honest = { 'x-forwarded-for': '203.0.113.20', accept: 'image/webp' }

/** Asks over a connection of its own, again and again until `isOver`; the statuses that came back. */
async function askRepeatedly(nextPath: () => string, isOver: () => boolean): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const statuses: number[] = []
  while (!isOver()) {
    const status = await new Promise<number>((resolve) => {
      const options = { agent, headers: { 'x-forwarded-for': attacker, accept: 'image/webp' } }
      get(site.url + nextPath(), options, (answer) => {
        answer.resume().once('end', () => resolve(answer.statusCode ?? 0))
      }).once('error', () => resolve(0))
    })
    statuses.push(status)
    await wait(200)
  }
  agent.destroy()
  return statuses
}

test('300 connections that ask for random pictures keep nobody from calls and pictures, and leave nothing on the disk', async () => {
  const page = await (await fetch(`${site.url}/schoollist/shenzhen/`, { headers: honest })).text()
  const shown = [...page.matchAll(/src="(\/media\/images\/[^"]+-\d+)"/g)].map(([, src]) => src ?? '')
  const [made = '', ...others] = [...new Set(shown)]
  expect(others.length).toBeGreaterThan(5)
  const statusOf = async (address: string) => {
    const answer = await fetch(site.url + address, { headers: honest })
    await answer.arrayBuffer()
    return answer.status
  }
  expect(await statusOf(made)).toBe(200)

  let over = false
  let seed = 0
  const next = () => `/media/images/${'0'.repeat(24)}${String((seed += 1)).padStart(8, '0')}-960`
  const attack = Array.from({ length: 300 }, () => askRepeatedly(next, () => over))
  const answers: [address: string, status: number][] = []
  for (let round = 0; round < 6; round += 1) {
    for (const address of [
      '/api/schools?city_code=4403',
      `/api/schools/suggest?q=${round}`,
      '/api/events',
      made,
      others[round % others.length] ?? '',
    ])
      answers.push([address, await statusOf(address)])
  }
  over = true
  const refused = new Set((await Promise.all(attack)).flat())
  expect(answers.filter(([, status]) => status === 503 || status === 429)).toEqual([])
  expect(answers.filter(([address]) => address.startsWith('/media/')).map(([, status]) => status)).toEqual(
    Array(12).fill(200),
  )
  expect([...refused].filter((status) => status !== 404 && status !== 503)).toEqual([])
  const files = readdirSync(path.join(site.dataDir, 'renditions'))
  expect(files.filter((name) => name.startsWith('00000000'))).toEqual([])
})
