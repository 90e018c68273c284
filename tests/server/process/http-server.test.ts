import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createHttpServer } from '#server/process/http-server.ts'

const request = (path: string) => `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`

test('a request that arrives while another one blocks the event loop is answered before idle connections are closed', async () => {
  let whileBlocked = (): void => undefined
  const server = createHttpServer(() => ({ url }, response) => {
    if (url === '/block') {
      whileBlocked()
      const since = Date.now()
      while (Date.now() - since < 800);
    }
    response.end('answered')
  })
  await server.listen(0, '127.0.0.1')
  const open = () => connect(server.port() ?? 0, '127.0.0.1').setEncoding('latin1')
  const [idle, busy] = [open(), open()]
  for (const socket of [idle, busy]) {
    socket.write(request('/'))
    expect(String(await once(socket, 'data'))).toContain('answered')
  }
  const drained = server.drain()
  // Connections without a request are closed half a second after the drain begins: here while the loop is blocked.
  await wait(100)
  whileBlocked = () => void idle.write(request('/'))
  const answers = [once(idle, 'data'), once(busy, 'data')]
  busy.write(request('/block'))
  for (const [text] of await Promise.all(answers))
    expect(text).toMatch(/^HTTP\/1\.1 200[^]*connection: close[^]*answered/i)
  await drained
})

test('a form of the staff area may take longer than other requests without a byte of an answer', async () => {
  const limits = { silentMs: 100, staffSilentMs: 60_000 }
  const server = createHttpServer(
    () => (_request, response) => void setTimeout(() => response.end('answered'), 1500),
    limits,
  )
  await server.listen(0, '127.0.0.1')
  const sent = (method: string, path: string) =>
    fetch(`http://127.0.0.1:${server.port()}${path}`, { method }).then(
      ({ status }) => status,
      () => 'closed',
    )
  const answers = [
    sent('POST', '/staff/imports/'),
    sent('POST', '/api/staff/imports'),
    sent('POST', '/order/'),
    sent('GET', '/staff/'),
  ]
  expect(await Promise.all(answers)).toEqual([200, 200, 'closed', 'closed'])
  await server.end()
})
