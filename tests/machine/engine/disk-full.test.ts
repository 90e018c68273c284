import { spawnSync } from 'node:child_process'
import { appendFileSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { z } from 'zod'
import { envelope } from '#server/contract/endpoint.ts'
import { projectRoot } from '#server/db/project-root.ts'
import { clue } from '#server/db/schema/index.ts'
import { listPictures } from '#server/sample/pictures.ts'
import { inDatabase } from '#tests/support/database/engines.ts'
import { accepted, leadFields, post } from '#tests/support/leads/leads.ts'
import { pageKinds } from '#tests/support/pages/page-kinds.ts'
import { tokenOn } from '#tests/support/accounts/site-login.ts'
import { startProcess, type SiteProcess } from '#tests/support/site/site-process.ts'
import { sendForm, writeForms } from '#tests/support/leads/write-forms.ts'

/** A disk that can be filled to its last block, and what a process needs to use it. */
type Disk = { folder: string; variables: Record<string, string>; fill: () => void; free: () => void }

const cleanups: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup()
})

/** Runs everywhere: the files of one process stop growing. */
function pretendedDisk(): Disk {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'full-disk-'))
  cleanups.push(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  const flag = path.join(folder, 'full')
  const preload = path.join(projectRoot(), 'tests/support/faults/full-disk.cjs')
  return {
    folder,
    variables: { NODE_OPTIONS: `--require ${preload}`, DISK_FULL_FROM: flag },
    fill: () => writeFileSync(flag, ''),
    free: () => rmSync(flag),
  }
}

/** A file system of 160 MiB in memory, which takes root. */
function smallDisk(): Disk {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'full-disk-'))
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=160m', 'tmpfs', folder], {
    encoding: 'utf8',
  })
  if (mounted.status !== 0) throw new Error(`no small file system: ${mounted.stderr}`)
  cleanups.push(() => {
    spawnSync('umount', ['-l', folder])
    rmSync(folder, { recursive: true, force: true })
  })
  const filler = path.join(folder, 'filler')
  return {
    folder,
    variables: {},
    fill() {
      for (const bytes of [1024 * 1024, 4096]) {
        try {
          for (;;) appendFileSync(filler, Buffer.alloc(bytes))
        } catch {
          // Now there is not even room for that.
        }
      }
    },
    free: () => rmSync(filler),
  }
}

const proving = process.env['PROVE'] === '1'
const disks: [name: string, make: () => Disk][] = [['whose files stop growing', pretendedDisk]]
if (proving) disks.push(['of 160 MiB in memory', smallDisk])

/** Every fifth page and form in the usual run, all with the proofs. */
const usual = (at: number) => proving || at % 5 === 0

/** Needs more room than the pages of a table have left when it is full. */
const long = '某'.repeat(300)
let leads = 0
/** Sends a lead under a key; its reference once it is acknowledged, else what was answered instead. */
async function sendLead(site: SiteProcess, key = `the-key-of-a-full-disk-${(leads += 1)}`) {
  const headers = { 'idempotency-key': key, 'x-forwarded-for': `198.18.${leads % 250}.1` }
  const answer = await fetch(`${site.url}/api/clue`, post(leadFields({ message: long }), headers))
  const body = z.object({ ...envelope.shape, data: z.unknown() }).parse(await answer.json())
  const reference = accepted.safeParse(body.data).data?.reference
  return { status: answer.status, code: body.code, retryAfter: answer.headers.get('retry-after'), reference }
}

async function statusesOf(site: SiteProcess, paths: readonly string[]) {
  const statuses = new Map<string, number>()
  for (const address of paths) {
    const answer = await fetch(site.url + address, { redirect: 'manual' })
    await answer.arrayBuffer()
    statuses.set(address, answer.status)
  }
  return statuses
}

test.each(disks)(
  'on a full disk %s pages are shown, writes are refused or honest, and all goes on once there is room',
  async (_, makeDisk) => {
    const disk = makeDisk()
    const variables = { ...disk.variables, DATA_DIR: disk.folder, SMS: 'console', TRUST_PROXY: 'loopback' }
    const site = await startProcess(variables)
    cleanups.push(site.stop)
    const kinds = (await pageKinds(site.url)).map(([, address]) => address).filter((_page, at) => usual(at))
    const [first, ...others] = await writeForms(site.url)
    const forms = [first, ...others.filter((_form, at) => usual(at))]
    const token = await tokenOn(site, '13500000001')
    const acknowledged: string[] = []
    const acknowledge = (reference: string | undefined) =>
      reference !== undefined && acknowledged.push(reference)
    for (let sent = 0; sent < 5; sent += 1) acknowledge((await sendLead(site)).reference)
    expect(acknowledged).toHaveLength(5)

    disk.fill()
    let refused = await sendLead(site)
    // Pages of a table that were begun still take a few rows.
    for (let sent = 0; refused.status === 200 && sent < 100; sent += 1) {
      acknowledge(refused.reference)
      refused = await sendLead(site)
    }
    expect(refused).toMatchObject({ status: 503, code: 1503, retryAfter: expect.stringMatching(/^\d+$/) })

    expect([...(await statusesOf(site, kinds))].filter(([, status]) => status >= 500)).toEqual([])
    const unseen = ['/schoollist/zhuhai/', '/school/7/', '/search/?q=%E5%8F%8C%E8%AF%AD', '/toplist/huizhou/']
    const banner = listPictures().get('banner-zhuhai-1')?.src.replace('.avif', '')
    const pictures = [`${banner}-960.jpg`, `${banner}-320.webp`]
    expect([...(await statusesOf(site, [...unseen, ...pictures])).values()]).toEqual(Array(6).fill(200))

    for (const [at, form] of forms.entries()) {
      const { status, headers, text } = await sendForm(site.url, form, token, `10.8.0.${at}`)
      // What needs no room, such as the answer to a wrong code, is answered as ever.
      expect(status < 500 || status === 503, `${form.name}: ${status}`).toBe(true)
      if (status !== 503) continue
      expect(headers.get('retry-after'), form.name).toMatch(/^\d+$/)
      for (const typed of form.typed) expect(text, form.name).toContain(typed)
    }
    const order = {
      ...first,
      fields: { ...first.fields, key: 'the-key-of-a-long-one', phone: '13588880099', message: long },
    }
    expect((await sendForm(site.url, order, token, '10.8.1.1')).status).toBe(503)
    expect((await sendLead(site)).status).toBe(503)
    expect((await fetch(`${site.url}/readyz`)).status).toBe(200)

    disk.free()
    const again = await sendLead(site, 'the-key-after-a-full-disk')
    acknowledge(again.reference)
    expect(again.status).toBe(200)
    expect((await sendForm(site.url, order, token, '10.8.1.1')).status).toBe(303)
    await site.stop()
    cleanups.pop()
    expect(site.log.filter((line) => line.includes('"level":50') || line.includes('"level":60'))).toEqual([])
    expect(site.log.join('\n')).toContain('53100')

    const stored = await inDatabase({ dataDir: disk.folder }, ({ db }) =>
      db.select({ reference: clue.reference }).from(clue),
    )
    const storedReferences = new Set(stored.map(({ reference }) => reference))
    expect(acknowledged.filter((reference) => !storedReferences.has(reference))).toEqual([])
    const drafts = readdirSync(path.join(disk.folder, 'renditions')).filter((name) =>
      name.startsWith('.draft'),
    )
    expect(drafts).toEqual([])
  },
  180_000,
)
