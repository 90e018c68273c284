import { spawnSync } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { get } from 'node:http'
import { connect } from 'node:http2'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { projectRoot } from '#server/db/project-root.ts'
import nodeOptions from '#server/deploy/node-options.json' with { type: 'json' }
import { phoneAgent } from '#tests/support/browser/browser.ts'
import { openEdgeClient, type EdgeClient } from '#tests/support/site/edge-client.ts'
import { makeDataDir } from '#tests/support/database/embedded-template.ts'
import { findNginx, startNginx, type Nginx } from '#tests/support/site/nginx.ts'
import { scriptsOf } from '#tests/support/pages/page-scripts.ts'
import { startProcess, type SiteProcess } from '#tests/support/site/site-process.ts'

const program = findNginx()
const deploy = path.join(projectRoot(), 'server/deploy')

/** The largest of the build's files: of a few bytes no encoding is smaller than the others. */
function largestOf(files: readonly string[]): string {
  const bytes = (file: string) => statSync(path.join(projectRoot(), 'build/client', file)).size
  return files.toSorted((one, other) => bytes(other) - bytes(one))[0] ?? ''
}

// Without nginx on the machine there is nothing to ask: `apt-get install nginx`.
describe.skipIf(program === undefined)('nginx with the configuration of server/deploy', () => {
  let site: SiteProcess
  let nginx: Nginx
  let client: EdgeClient

  beforeAll(async () => {
    const DATA_DIR = await makeDataDir()
    site = await startProcess({ DATA_DIR, SAMPLE: 'off', TRUST_PROXY: 'loopback', SMS: 'console' })
    nginx = await startNginx(program ?? '', [Number(new URL(site.url).port)])
    client = openEdgeClient(nginx)
  })
  afterAll(async () => {
    client?.close()
    await nginx?.stop()
    await site?.stop()
  })

  const open = (address: string, headers: Record<string, string> = {}) =>
    client.send(address, { headers: { 'user-agent': phoneAgent, ...headers } })

  /** The status of an answer over HTTP/2. */
  async function statusOf(asked: Record<string, string>): Promise<unknown> {
    const session = connect(nginx.url, { ca: nginx.certificate })
    const status = await new Promise((resolve, reject) => {
      session.on('error', reject)
      session.request(asked).on('response', (headers) => resolve(headers[':status']))
    })
    session.close()
    return status
  }

  test('speaks HTTP/2 over TLS and leads plain visitors there, but no calls', async () => {
    expect(await statusOf({ ':path': '/aboutus/' })).toBe(200)
    const plain = `http://127.0.0.1:${nginx.plainPort}`
    const led = await fetch(`${plain}/news/?page=2`, { redirect: 'manual' })
    expect([led.status, led.headers.get('location')]).toEqual([301, 'https://127.0.0.1/news/?page=2'])
    expect((await fetch(`${plain}/api/schools`)).status).toBe(403)
  })

  test("redirects to no other host, and answers only under the site's name", async () => {
    const plain = new URL(`http://127.0.0.1:${nginx.plainPort}/news/`)
    const led = new Promise((resolve, reject) => {
      get(plain, { headers: { host: 'evil.example' } }, ({ headers }) => resolve(headers.location)).on(
        'error',
        reject,
      )
    })
    await expect(led).rejects.toThrow('socket hang up')
    expect(await statusOf({ ':path': '/aboutus/', ':authority': 'evil.example' })).toBe(421)
  })

  test('passes on the processes’ own encodings, and keeps files of every encoding', async () => {
    const page = await open('/aboutus/', { 'accept-encoding': 'br' })
    expect([page.status, page.headers['content-encoding']]).toEqual([200, 'br'])
    expect(page.headers['cache-control']).toContain('private')
    expect(page.headers['x-cache']).toBeUndefined()
    const text = (await open('/aboutus/')).body.toString()
    const file = largestOf(scriptsOf(text))
    const sizes: number[] = []
    for (const encoding of ['br', 'gzip, deflate', 'identity']) {
      const first = await open(file, { 'accept-encoding': encoding })
      const second = await open(file, { 'accept-encoding': encoding })
      expect([first.headers['x-cache'], second.headers['x-cache']]).toEqual(['MISS', 'HIT'])
      expect(second.headers['content-encoding'] ?? 'identity').toBe(encoding.split(',')[0])
      expect(second.headers['cache-control']).toContain('immutable')
      sizes.push(second.body.length)
    }
    expect(sizes).toEqual(sizes.toSorted((one, other) => one - other))
  })

  test('refuses what the guard refuses, and does not expose the probes', async () => {
    expect((await client.send('/api/clue', { body: 'x'.repeat(70_000) })).status).toBe(413)
    expect((await open('/readyz')).status).toBe(404)
    expect((await open('/metrics')).status).toBe(404)
  })

  test('a claimed address and a claimed secret reach no process', async () => {
    const statuses: number[] = []
    for (let at = 0; at < 11; at += 1) {
      const headers = {
        'content-type': 'application/json',
        'x-forwarded-for': `198.51.${at}.7`,
        'x-api-secret': 'x',
      }
      const body = JSON.stringify({ phone: `1370000${String(at).padStart(4, '0')}` })
      statuses.push((await client.send('/api/code', { body, headers })).status)
    }
    // They are one client's, who may ask for ten codes in an hour.
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429])
  })
})

test('the compose file has two processes, a database with a replica, and nginx over both', () => {
  const service = z.looseObject({ environment: z.record(z.string(), z.string()).optional() })
  const file = z.object({
    services: z.record(z.string(), service),
    configs: z.object({ processes: z.object({ content: z.string() }) }),
  })
  const { services, configs } = file.parse(
    parse(readFileSync(path.join(deploy, 'compose.yaml'), 'utf8'), { merge: true }),
  )
  const named = Object.keys(services)
  expect(named.toSorted()).toEqual(['database', 'nginx', 'replica', 'site-1', 'site-2'])
  const hosts = [...configs.processes.content.matchAll(/server ([\w-]+):3000/g)].map(([, host = '']) => host)
  expect(new Set(hosts)).toEqual(new Set(['site-1', 'site-2']))
  const { DATABASE_URL = '', DATABASE_REPLICA_URL = '' } = services['site-2']?.environment ?? {}
  expect(named).toContain(new URL(DATABASE_URL.replace(/\$\{.*?\}/, 'x')).hostname)
  expect(named).toContain(new URL(DATABASE_REPLICA_URL.replace(/\$\{.*?\}/, 'x')).hostname)
})

test('unit and image start Node with the flags and the environment of node-options.json', () => {
  const [unit, image] = ['xuanxiao@.service', 'Dockerfile'].map((name) =>
    readFileSync(path.join(deploy, name), 'utf8'),
  )
  expect(unit).toContain(`node ${nodeOptions.flags.join(' ')} build/process/main.js\n`)
  const command: unknown = JSON.parse(/^CMD (\[.*\])$/m.exec(image ?? '')?.[1] ?? '[]')
  expect(command).toEqual(['node', ...nodeOptions.flags, 'build/process/main.js'])
  for (const [name, value] of Object.entries(nodeOptions.environment)) {
    expect(unit).toContain(`\nEnvironment=${name}=${value}\n`)
    expect(image).toMatch(new RegExp(`^ENV .*\\b${name}=${value}$`, 'm'))
  }
})

test('the unit waits longer for its end than the process takes, and systemd understands it', () => {
  const unit = readFileSync(path.join(deploy, 'xuanxiao@.service'), 'utf8')
  expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1])).toBeGreaterThan(12)
  const verified = spawnSync('systemd-analyze', ['verify', path.join(deploy, 'xuanxiao@.service')], {
    encoding: 'utf8',
  })
  // Machines without systemd have nothing to verify it with.
  expect(verified.error === undefined ? verified.stderr : '').toBe('')
})
