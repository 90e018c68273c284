import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { redirect } from '@remix-run/node'
import { Link } from '@remix-run/react'
import { serializeErrors } from '@remix-run/server-runtime/dist/errors.js'
import { ServerMode } from '@remix-run/server-runtime/dist/mode.js'
import { createRemixStub } from '@remix-run/testing'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { safeReturnPath } from '#app/visitor/return-path.ts'
import { projectRoot } from '#server/db/project-root.ts'
import { parseGuardedJson } from '#server/http/guarded-json.ts'
import { bareRemix } from '#tests/support/site/bare-remix.ts'
import { serveBuild, type ServedBuild } from '#tests/support/site/serve-build.ts'
import advisories from './advisories.json' with { type: 'json' }
import { lock, versionsOf } from './installed-versions.ts'

/**
 * The least version of every direct dependency, and of those below them with a known fault: an advisory's, or the installed
 * one. A fault that no version of ours has fixed is shown in the package, and kept out by us.
 */

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

/** Shows the fault in the package alone, then that it does not reach through. */
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
  async 'CVE-2026-53666 GHSA-337j-9hxr-rhxg'() {
    const errors = { page: new TypeError('x') }
    expect(serializeErrors(errors, ServerMode.Development)).toHaveProperty('page.__subType', 'TypeError')
    expect(serializeErrors(errors, ServerMode.Production)).not.toHaveProperty('page.__subType')
    const build = readFileSync(path.join(projectRoot(), 'build/server/index.js'), 'utf8')
    expect(build).not.toContain('"development"')
    for (const address of ['/', '/school/1/', '/schoollist/', '/news/1/', '/aboutus/'])
      expect(await (await fetch(site.url + address)).text(), address).not.toContain('__subType')
  },
  async 'CVE-2026-53669 GHSA-wrjc-x8rr-h8h6'() {
    const page = () => createElement(Link, { to: '/\\evil.example' }, 'x')
    const Stub = createRemixStub([{ path: '/', Component: page }])
    expect(renderToStaticMarkup(createElement(Stub))).toContain('href="/\\evil.example"')
    for (const start of ['/\\', '\\\\', '\\', '/%5C', '%5C%5C', '/%255C', '/\\/']) {
      const target = `${start}evil.example/`
      expect(safeReturnPath(target), target).toBeUndefined()
      const value = encodeURIComponent(target)
      for (const address of [
        `/login/?redirect=${value}`,
        `/search/?keyword=${value}`,
        `/schoollist/${value}/`,
        `/schoollist/?sort=${value}&back=${value}`,
        `/personal/?from=${value}`,
      ]) {
        const answer = await fetch(site.url + address, { redirect: 'manual' })
        expect(answer.headers.get('location') ?? '/', address).toMatch(/^\/(?![/\\]|%5c)/i)
        expect(await answer.text(), address).not.toMatch(/\s(?:href|action|src)="(?:\\|%5c|\/[\\/]|\/%5c)/i)
      }
    }
  },
  async 'GHSA-chx6-hx7r-mcp5'() {
    for (const [segments, status] of [
      [1000, 404],
      // Too long for an address: the page that says so.
      [3500, 302],
    ] as const)
      expect((await fetch(`${site.url}/${'a/'.repeat(segments)}`, { redirect: 'manual' })).status).toBe(
        status,
      )
  },
  async 'CVE-2026-41907 GHSA-w5hq-g745-h8pq'() {
    const holders = Object.entries(lock.packages).filter(
      ([, { dependencies = {} }]) => 'uuid' in dependencies,
    )
    expect(holders.map(([at]) => at)).toEqual(['node_modules/tencentcloud-sdk-nodejs-common'])
    const folder = path.join(projectRoot(), 'node_modules/tencentcloud-sdk-nodejs-common')
    const used = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.js') && !file.includes('node_modules'))
      .map((file) => readFileSync(path.join(folder, file), 'utf8'))
      .filter((text) => /["']uuid["']/.test(text))
      .flatMap((text) => [...text.matchAll(/\buuid_1\.(\w+)|import \{ (\w+)[^}]*\} from "uuid"/g)])
      .map(([, required, imported]) => required ?? imported)
    expect(used).not.toEqual([])
    expect(used.filter((version) => version !== 'v4')).toEqual([])
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

/** Versions of one line of a package: of one major, below 1.0 of one minor. */
function lineOf(version: string): string {
  const [major, minor] = version.split('.')
  return major === '0' ? `0.${minor}` : (major ?? '')
}

/** Whether a version is at least the least one of its line, or of a later line than all. */
function isFixed(version: string, fixes: readonly string[]): boolean {
  const own = fixes.find((fix) => lineOf(fix) === lineOf(version))
  return own === undefined ? fixes.every((fix) => isAtLeast(version, fix)) : isAtLeast(version, own)
}

function isAtLeast(version: string, least: string): boolean {
  const numbers = (text: string) => text.split('.').map(Number)
  const [own, wanted] = [numbers(version), numbers(least)]
  const at = wanted.findIndex((number, index) => number !== own[index])
  return at < 0 || (own[at] ?? 0) > (wanted[at] ?? 0)
}

test.each(
  advisories.flatMap(({ id, package: name, fixedIn }) =>
    fixedIn === undefined ? [] : [{ id, name, fixes: [fixedIn].flat() }],
  ),
)('no installed $name is older than $fixes: $id', ({ name, fixes }) => {
  expect(versionsOf(name)).not.toEqual([])
  expect(versionsOf(name).filter((version) => !isFixed(version, fixes))).toEqual([])
})

test('a version is judged by its own line', () => {
  expect(isFixed('6.27.0', ['6.27.0', '7.30.2'])).toBe(true)
  expect(isFixed('7.29.9', ['6.27.0', '7.30.2'])).toBe(false)
  expect(isFixed('0.34.5', ['0.35.4'])).toBe(false)
  expect(isFixed('0.36.0', ['0.35.4'])).toBe(true)
})

test('every direct dependency has its least version', () => {
  const { dependencies, devDependencies } = z
    .object({
      dependencies: z.record(z.string(), z.string()),
      devDependencies: z.record(z.string(), z.string()),
    })
    .parse(JSON.parse(readFileSync(path.join(projectRoot(), 'package.json'), 'utf8')))
  const direct = Object.entries({ ...dependencies, ...devDependencies }).map(([name, wanted]) =>
    wanted.startsWith('npm:') ? wanted.slice(4).replace(/@[^@]+$/, '') : name,
  )
  const listed = new Set(
    advisories.filter(({ fixedIn }) => fixedIn !== undefined).map((each) => each.package),
  )
  expect(direct.filter((name) => !listed.has(name))).toEqual([])
})

test.each(Object.entries(proofs))('%s is in a package, and cannot be reached', async (_, proof) => {
  expect.hasAssertions()
  await proof()
})

test('every advisory of the list is fixed or has its proof', () => {
  const open = advisories.filter(({ fixedIn }) => fixedIn === undefined).map(({ id }) => id)
  expect(open.toSorted((one, other) => one.localeCompare(other))).toEqual(
    Object.keys(proofs).toSorted((one, other) => one.localeCompare(other)),
  )
})
