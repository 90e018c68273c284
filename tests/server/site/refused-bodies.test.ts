import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getStaffMe } from '#server/contract/staff/sessions.ts'
import { answer, knownStaffToken, Refusal } from '#tests/support/routes/fake-api.ts'
import { staffApiOfTests } from '#tests/support/routes/staff-api.ts'
import { serveBuild, type ServedBuild } from '#tests/support/site/serve-build.ts'

const mebibyte = 1024 * 1024

let site: ServedBuild
/** Its requests may last a minute, so that nothing but the bounds ends them. */
let strict: ServedBuild
beforeAll(async () => {
  const { fetchApi } = staffApiOfTests(answer(getStaffMe, new Refusal(1101, '没有登录')))
  const parts = { fetchApi, pageSecret: 'of-a-test', hasStaffArea: true }
  site = await serveBuild(parts)
  const discard = { bytes: 2 * mebibyte, ms: 2000 }
  strict = await serveBuild({ ...parts, discard, limits: { requestMs: 60_000 } })
})
afterAll(async () => {
  await site.stop()
  await strict.stop()
})

const upload = 'Content-Type: multipart/form-data; boundary=x\r\n'
const form = 'Content-Type: application/x-www-form-urlencoded\r\n'
const session = `Cookie: staff=${knownStaffToken}\r\n`

/** What is refused before its body is read, by the guard or after it: path, headers, length of the body and status. */
const refused: [name: string, path: string, headers: string, bytes: number, status: number][] = [
  ['a form that is too long', '/login/', form, mebibyte, 413],
  ['a call that is too long', '/api/clue', 'Content-Type: application/json\r\n', mebibyte, 413],
  ['an upload that is too long', '/staff/sessions/', upload + session, 21 * mebibyte, 413],
  ['an upload of a visitor', '/login/', upload, 8 * mebibyte, 413],
  [
    'an upload from another site',
    '/staff/sessions/',
    `${upload}${session}Origin: null\r\n`,
    8 * mebibyte,
    403,
  ],
  ['an upload of a session that is over', '/staff/sessions/', upload + session, 8 * mebibyte, 403],
]

function post(url: string, path: string, headers: string, bytes: number): Socket {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  const own = 'Host: 127.0.0.1\r\nConnection: close\r\n'
  socket.write(`POST ${path} HTTP/1.1\r\n${own}${headers}Content-Length: ${bytes}\r\n\r\n`)
  return socket
}

test.each(refused)(
  '%s is answered to a client that reads only when it has sent all of it',
  async (_, path, headers, bytes, status) => {
    const socket = post(site.url, path, headers, bytes)
    const failed = once(socket, 'error').then(([error]) => Promise.reject(error))
    for (let sent = 0; sent < bytes; sent += mebibyte)
      await Promise.race([failed, new Promise((resolve) => socket.write(Buffer.alloc(mebibyte), resolve))])
    let text = ''
    socket.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
    await Promise.race([failed, once(socket, 'close')])
    expect(text).toMatch(new RegExp(`^HTTP/1\\.1 ${status} [^]*(?:<h1>[^<]+</h1>|"message":"[^"]+")`))
  },
)

/** Refused by the guard, and after it. */
const endless: [name: string, headers: string, bytes: number, status: number][] = [
  ['a body of a gibibyte', upload + session, 1024 * mebibyte, 413],
  ['an upload of a session that is over', upload + session, 20 * mebibyte, 403],
]

test.each(endless)('%s is cut off when more of it comes than is discarded', async (_, headers, bytes) => {
  const socket = post(strict.url, '/staff/sessions/', headers, bytes)
  socket.on('error', () => undefined).resume()
  const over = new Promise((resolve) => socket.once('close', resolve))
  let sent = 0
  while (!socket.destroyed && sent < bytes) {
    await Promise.race([over, new Promise((resolve) => socket.write(Buffer.alloc(mebibyte), resolve))])
    sent += mebibyte
  }
  await over
  expect(sent).toBeLessThan(bytes)
})

test.each(endless)(
  '%s of which nothing comes is answered at once and not waited for',
  async (_, headers, bytes, status) => {
    const socket = post(strict.url, '/staff/sessions/', headers, bytes)
    const over = once(socket, 'close')
    const [first] = await once(socket.setEncoding('utf8'), 'data')
    expect(first).toMatch(new RegExp(`^HTTP/1\\.1 ${status} [^]*<h1>`))
    socket.resume()
    await over
  },
)
