import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createHttpServer, type HttpServer } from '#server/process/http-server.ts'
import { isProof } from '#tests/support/runner/sample.ts'
import { serveBuild, type ServedBuild } from '#tests/support/site/serve-build.ts'

/** Small in `npm test`; a thousand of each kind in `npm run prove`, where the limits are the usual ones. */
const clients = isProof ? 1000 : 40
const limits = isProof ? {} : { headersMs: 600, requestMs: 900, idleMs: 300, silentMs: 1500 }

let site: ServedBuild
beforeAll(async () => {
  site = await serveBuild({
    fetchApi: async () => Response.json({ code: 1000, message: '成功', data: {} }),
    pageSecret: 'of-a-test',
    limits,
  })
})
afterAll(() => site.stop())

/** A connection that has sent some words, and all that came back once it is over. */
function open(words: string): { socket: Socket; over: Promise<string> } {
  const socket = connect(Number(new URL(site.url).port), '127.0.0.1')
  socket.write(words)
  let text = ''
  socket.setEncoding('latin1').on('data', (chunk: string) => (text += chunk))
  socket.on('error', () => undefined)
  return { socket, over: once(socket, 'close').then(() => text) }
}

const start = 'Host: 127.0.0.1\r\n'
const slow: [name: string, words: string, answer: RegExp][] = [
  ['a connection that says nothing', '', /^(?:HTTP\/1\.1 408 |$)/],
  ['headers that never end', `GET / HTTP/1.1\r\n${start}X-A: `, /^HTTP\/1\.1 408 /],
  [
    'a body that never ends',
    `POST /login/ HTTP/1.1\r\n${start}Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 900\r\n\r\nphone=1`,
    /^(?:HTTP\/1\.1 408 |$)/,
  ],
  ['no second request', `GET /healthz HTTP/1.1\r\n${start}\r\n`, /^HTTP\/1\.1 200 /],
]

test.each(slow)(
  '%s is ended by the server, and ordinary requests are answered meanwhile',
  async (_, words, answer) => {
    const opened = Array.from({ length: clients }, () => open(words))
    const statuses = new Set<number>()
    const waiting = new Set(opened)
    for (const each of opened) void each.over.then(() => waiting.delete(each))
    do {
      for (const path of ['/healthz', '/aboutus/', '/favicon.svg'])
        statuses.add((await fetch(site.url + path)).status)
      await wait(50)
    } while (waiting.size > 0)
    for (const text of new Set(await Promise.all(opened.map(({ over }) => over))))
      expect(text).toMatch(answer)
    expect([...statuses]).toEqual([200])
  },
)

test('a client that sends its headers byte by byte is disconnected', async () => {
  const { socket, over } = open(`GET / HTTP/1.1\r\n${start}`)
  const drip = setInterval(() => socket.write('a'), 50)
  expect(await over).toMatch(/^HTTP\/1\.1 408 /)
  clearInterval(drip)
})

test('a client that does not take its answer is cut off, and so is one that takes it too slowly', async () => {
  const body = Buffer.alloc(64 * 1024 * 1024)
  const server: HttpServer = createHttpServer(
    () => (_request, response) => void response.writeHead(200).write(body),
    { silentMs: 300, answerMs: 900 },
  )
  await server.listen(0, '127.0.0.1')
  const ask = () => {
    const socket = connect(server.port() ?? 0, '127.0.0.1')
    socket.write(`GET / HTTP/1.1\r\n${start}\r\n`)
    socket.on('error', () => undefined)
    return socket
  }
  const silent = ask().pause()
  const slowly = ask()
  slowly.on('data', () => {
    slowly.pause()
    setTimeout(() => slowly.resume(), 20)
  })
  const ended = Promise.all([slowly, silent].map((socket) => once(socket, 'close')))
  // A paused socket learns of its end when it is read again.
  setTimeout(() => silent.resume(), 1500)
  expect(await ended).toHaveLength(2)
  await server.end()
})

test('the server has a bound of connections, and the next ones are turned away at once', async () => {
  const server = createHttpServer(() => (_request, response) => void response.end('ok'), { connections: 2 })
  await server.listen(0, '127.0.0.1')
  const sockets = Array.from({ length: 3 }, () => connect(server.port() ?? 0, '127.0.0.1'))
  for (const socket of sockets) socket.on('error', () => undefined)
  await Promise.race(sockets.map((socket) => once(socket, 'close')))
  await expect.poll(() => sockets.filter(({ destroyed }) => destroyed).length).toBe(1)
  for (const socket of sockets) socket.destroy()
  await server.end()
})

test('without these limits such clients would stay connected', async () => {
  const server = createServer({ headersTimeout: 0, requestTimeout: 0 }, (_request, response) =>
    response.end(),
  )
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('a TCP server has a port')
  const socket = connect(address.port, '127.0.0.1')
  socket.write(`GET / HTTP/1.1\r\n${start}X-A: `)
  let closed = false
  socket.on('close', () => (closed = true))
  await new Promise((resolve) => setTimeout(resolve, 1500))
  expect(closed).toBe(false)
  socket.destroy()
  await new Promise((resolve) => server.close(resolve))
})
