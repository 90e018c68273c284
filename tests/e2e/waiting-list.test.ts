import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { Browser } from 'playwright'
import { expect, test } from 'vitest'
import { openBrowser } from '#tests/support/browser/browser.ts'
import { parentByRequests, parentWithPhone, type Parent } from '#tests/support/journeys/parents.ts'
import { startCommand } from '#tests/support/operator/operator-process.ts'
import { beforeTests } from '#tests/support/runner/before-tests.ts'
import { startProcess, type SiteProcess } from '#tests/support/site/site-process.ts'

/** The waiting list of an open day with one seat, on a phone without scripts. */

let site: SiteProcess
let browser: Browser
let folder: string

const place = { city: 'shenzhen' }
const nextYear = new Date().getUTCFullYear() + 1
const rows: Record<string, object[]> = {
  schools: [
    {
      ...place,
      key: 's',
      name: '弦歌学校',
      stages: 'high',
      district: 'nanshan',
      requests_agreed_on: '2026-01-05',
    },
  ],
  'open-days': [
    {
      ...place,
      school_key: 's',
      key: 'o',
      title: '春季开放日',
      starts_at: `${nextYear}-03-01 09:00`,
      ends_at: `${nextYear}-03-01 11:00`,
      capacity: 1,
    },
  ],
}

beforeTests(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'waiting-'))
  site = await startProcess({ SAMPLE: 'off', SMS: 'console' })
  for (const [entity, lines] of Object.entries(rows)) {
    writeFileSync(path.join(folder, `${entity}.jsonl`), lines.map((line) => JSON.stringify(line)).join('\n'))
  }
  const names = Object.keys(rows).map((entity) => `${entity}.jsonl`)
  const done = startCommand(['import', ...names], folder, { DATA_DIR: site.dataDir })
  if ((await done.ended) !== 0) throw new Error(done.lines.join('\n'))
  browser = await openBrowser()
  return async () => {
    await browser.close()
    await site.stop()
    rmSync(folder, { recursive: true, force: true })
  }
})

const form = (phone: string) => ({ name: '林女士', phone, consent_contact: true as const })

test('a parent joins the waiting list, another one cancels, and the place becomes a booking', async () => {
  const other = parentByRequests({ origin: site.url, address: '10.78.0.1' })
  await other.open('/order/?orderType=openday&openDayId=1')
  await other.click('预约开放日', form('13800000001'))
  expect(await other.words()).toContain('预约成功')

  const mine = await parentWithPhone(browser, { origin: site.url, address: '10.78.0.2', scripts: false })
  const reads = async (parent: Parent, words: string | RegExp) => {
    await expect.poll(() => parent.words(), { timeout: 20_000 }).toMatch(words)
  }
  await mine.open('/openday/1/')
  await reads(mine, '预约截止前有名额就按先后补上')
  await mine.follow(/modal=order/)
  await mine.click('加入候补', form('13800000002'))
  await reads(mine, /候补中，您排在第\s1\s位/)
  await reads(mine, '轮到您之前请不要前往')
  expect(await mine.words()).not.toMatch(/入场码|添加到日历|预约成功/)
  const confirmation = mine.at()
  await mine.open('/openday/1/')
  await reads(mine, '您已候补')

  await other.follow(/\/cancel\/$/)
  await other.click('确认取消')
  await mine.open(confirmation)
  await reads(mine, '候补成功，已转为预约')
  await mine.open('/openday/1/')
  await reads(mine, '您已预约')
  await mine.leave()
})
