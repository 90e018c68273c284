import { createServer } from 'node:http'

/** A CRM that notes the key of every call and takes it. */
export type CountingReceiver = { url: string; keys: readonly string[]; stop: () => Promise<void> }

/** Starts one on a free loopback port. */
export async function startReceiver(): Promise<CountingReceiver> {
  const keys: string[] = []
  const server = createServer((request, response) => {
    keys.push(String(request.headers['idempotency-key']))
    request.resume().on('end', () => response.writeHead(204).end())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('a TCP server has a port')
  return {
    url: `http://127.0.0.1:${address.port}/`,
    keys,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
