import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { phoneAgent } from '#tests/support/browser/browser.ts'
import { projectRoot } from '#server/db/project-root.ts'
import { clockArguments, clockShift } from '#tests/support/site/run-clock.ts'
import { makeSampleDir } from '#tests/support/site/sample-template.ts'

let dataDir: string
let host: ChildProcess
let url = ''

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  if (typeof address !== 'object' || address === null) throw new Error('a TCP server has a port')
  return address.port
}

const get = (pathname: string) =>
  fetch(url + pathname, { headers: { 'user-agent': phoneAgent }, redirect: 'manual' })

beforeAll(async () => {
  const port = await freePort()
  dataDir = await makeSampleDir()
  url = `http://127.0.0.1:${port}`
  const program = ['node_modules/@remix-run/serve/dist/cli.js', 'build/server/index.js']
  host = spawn(process.execPath, [...clockArguments(clockShift()), ...program], {
    cwd: projectRoot(),
    env: {
      PATH: process.env['PATH'],
      NODE_ENV: 'production',
      PORT: String(port),
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
    },
    stdio: 'ignore',
  })
  const answers = () =>
    fetch(`${url}/nojs.gif`).then(
      (response) => response.ok,
      () => false,
    )
  while (!(await answers())) {
    if (host.exitCode !== null) throw new Error(`remix-serve ended with ${host.exitCode}`)
    await wait(200)
  }
})

afterAll(async () => {
  host.kill('SIGTERM')
  await once(host, 'exit')
  rmSync(dataDir, { recursive: true, force: true })
})

test('the same build runs under stock remix-serve: pages, API, pictures and the slash at the end', async () => {
  const home = await get('/')
  const html = await home.text()
  expect(home.status).toBe(200)
  expect(home.headers.get('content-security-policy')).toContain("default-src 'self'; script-src")
  expect(html).toContain('<h1')

  const list = await get('/schoollist/guangzhou/')
  expect(list.status).toBe(200)
  expect(await list.text()).toMatch(/\/school\/\d+\//)

  const api = await get('/api/schools?city_code=4401&page_size=1')
  expect(await api.json()).toMatchObject({ code: 1000, data: { page_size: 1 } })

  const source = /\/media\/images\/[\da-f]{32}-320/.exec(html)?.[0] ?? ''
  const picture = await get(source)
  expect(picture.headers.get('content-type')).toBe('image/jpeg')

  const slashed = await get('/city?x=1')
  expect(slashed.status).toBe(301)
  expect(slashed.headers.get('location')).toBe('/city/?x=1')
})
