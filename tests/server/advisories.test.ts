import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { redirect } from '@remix-run/node'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { projectRoot } from '#server/db/project-root.ts'
import { parseGuardedJson } from '#server/http/guarded-json.ts'
import { bareRemix } from '#tests/support/site/bare-remix.ts'
import { serveBuild, type ServedBuild } from '#tests/support/site/serve-build.ts'
import advisories from './advisories.json' with { type: 'json' }

/** Each known fault of the pinned framework: fixed in the installed version, or shown in it and kept out by us. */

let site: ServedBuild
beforeAll(async () => {
  site = await serveBuild({
    fetchApi: async () => Response.json({ code: 1001, message: '请求参数不正确', data: {} }),
    pageSecret: 'of-a-test',
  })
})
afterAll(() => site.stop())

const form = { 'content-type': 'application/x-www-form-urlencoded' }
const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length
const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`

/** Shows the fault in the framework alone, then that it does not reach through. */
const proofs: Record<string, () => Promise<void>> = {
  async 'CVE-2026-34077'() {
    const bare = bareRemix({ action: async ({ request }) => ({ sent: JSON.parse(await request.text()) }) })
    const sendBack = async () =>
      (await bare('/page.data', { method: 'POST', body: nested(5000), headers: form })).text()
    await expect(sendBack()).rejects.toThrow('Maximum call stack size exceeded')
    expect(() => parseGuardedJson(nested(9))).toThrow('nested too deeply')
    for (const address of ['/login.data', '/login/', '/order.data', '/mycollect/']) {
      for (const type of ['application/json', 'application/x-www-form-urlencoded']) {
        const headers = { 'content-type': type }
        const answer = await fetch(site.url + address, { method: 'POST', body: nested(5000), headers })
        expect(answer.status, `${address} ${type}`).toBeLessThan(500)
        expect(await answer.text(), address).not.toContain('[[[[[[[[[')
      }
    }
  },
  async 'CVE-2026-55685 CVE-2026-42342'() {
    const asked = '/__manifest?p=%2Fpage&version=1'
    const open = await bareRemix({}, { lazyRoutes: true })(asked)
    expect(await open.json()).toHaveProperty('page')
    const answer = await fetch(`${site.url}${asked}`, { redirect: 'manual' })
    expect(answer.headers.get('content-type') ?? '').not.toContain('json')
    expect([301, 404]).toContain(answer.status)
  },
  async 'remix#11604'() {
    const bare = bareRemix({ loader: () => ({ ok: true }) })
    const before = timers()
    for (let n = 0; n < 30; n += 1) await (await bare('/page.data')).text()
    expect(timers() - before).toBeGreaterThanOrEqual(30)
    const own = timers()
    for (let n = 0; n < 30; n += 1) {
      const answer = await fetch(`${site.url}/aboutus.data`)
      expect(answer.status).toBe(200)
      await answer.text()
    }
    expect(timers() - own).toBeLessThan(15)
  },
  async 'forwarded host'() {
    const foreign = { ...form, host: 'school.example', origin: 'https://evil.example' }
    const spoofed = { ...foreign, 'x-forwarded-host': 'evil.example' }
    const bare = bareRemix({ action: () => null })
    const send = async (headers: Record<string, string>) =>
      (await bare('/page', { method: 'POST', body: 'a=1', headers })).status
    expect(await send(spoofed)).toBe(200)
    expect(await send(foreign)).toBeGreaterThanOrEqual(400)
    for (const headers of [foreign, spoofed]) {
      const { host: _, ...sent } = headers
      const answer = await fetch(`${site.url}/login/`, { method: 'POST', body: 'a=1', headers: sent })
      expect(answer.status).toBe(403)
    }
  },
  async 'Chinese redirect'() {
    const bare = bareRemix({ loader: () => redirect('/schoollist/国际/') })
    const status = async () => (await bare('/page')).status
    expect(await status().catch(() => 500)).toBe(500)
    const address = `/personal/?from=${encodeURIComponent('/schoollist/国际/')}`
    const answer = await fetch(site.url + address, { redirect: 'manual' })
    expect(answer.status).toBe(302)
    expect(answer.headers.get('location')).toMatch(/^\/login\/\?redirect=[\x21-\x7e]+$/)
  },
  async 'CVE-2026-42211'() {
    expect(sourcesWith(/\bdecode\b.*['"]turbo-stream|decodeViaTurboStream/, ['app', 'server'])).toEqual([])
    expect(sourcesWith(/from ['"]turbo-stream/, ['server'])).toEqual([])
  },
}

function sourcesWith(pattern: RegExp, folders: readonly string[]): string[] {
  return folders.flatMap((folder) =>
    readdirSync(path.join(projectRoot(), folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file))
      .map((file) => path.join(folder, file))
      .filter((file) => pattern.test(readFileSync(path.join(projectRoot(), file), 'utf8'))),
  )
}

const lock = z
  .object({ packages: z.record(z.string(), z.object({ version: z.string().optional() })) })
  .parse(JSON.parse(readFileSync(path.join(projectRoot(), 'package-lock.json'), 'utf8')))

/** Every installed version of a package, wherever in the tree. */
function versionsOf(name: string): string[] {
  return Object.entries(lock.packages).flatMap(([at, { version }]) =>
    at.endsWith(`node_modules/${name}`) && version !== undefined ? [version] : [],
  )
}

function isAtLeast(version: string, least: string): boolean {
  const numbers = (text: string) => text.split('.').map(Number)
  const [own, wanted] = [numbers(version), numbers(least)]
  const at = wanted.findIndex((number, index) => number !== own[index])
  return at < 0 || (own[at] ?? 0) > (wanted[at] ?? 0)
}

test.each(advisories.filter(({ fixedIn }) => fixedIn !== undefined).map((each) => [each.id, each] as const))(
  '%s is fixed in every installed version',
  (_, { package: name, fixedIn = '' }) => {
    expect(versionsOf(name)).not.toEqual([])
    expect(versionsOf(name).filter((version) => !isAtLeast(version, fixedIn))).toEqual([])
  },
)

test.each(Object.entries(proofs))('%s is in the framework, and cannot be reached', async (_, proof) => {
  expect.hasAssertions()
  await proof()
})

test('every advisory of the list is fixed or has its proof', () => {
  const open = advisories.filter(({ fixedIn }) => fixedIn === undefined).map(({ id }) => id)
  expect(open.toSorted((one, other) => one.localeCompare(other))).toEqual(
    Object.keys(proofs).toSorted((one, other) => one.localeCompare(other)),
  )
})
