import net, { type Socket } from 'node:net'

/** A way to a server that a test can break. */
export type TcpProxy = {
  port: number
  /** `refuse`: connections are cut and no more are taken. `hang`: they stay, and nothing moves. */
  set: (state: 'pass' | 'refuse' | 'hang') => Promise<void>
  stop: () => Promise<void>
}

/** Listens on a free loopback port in front of a server on loopback. */
export async function startTcpProxy(targetPort: number): Promise<TcpProxy> {
  const pairs = new Map<Socket, Socket>()
  let hanging = false
  const server = net.createServer((near) => {
    const far = net.connect(targetPort, '127.0.0.1')
    pairs.set(near, far)
    const end = () => {
      near.destroy()
      far.destroy()
      pairs.delete(near)
    }
    for (const socket of [near, far]) socket.on('error', end).on('close', end)
    if (!hanging) join(near, far)
  })
  const listen = (port: number) =>
    new Promise<void>((resolve) => void server.listen(port, '127.0.0.1', resolve))
  await listen(0)
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('a TCP server has a port')
  const { port } = address
  const cut = async () => {
    const closed = new Promise<void>((resolve) => void server.close(() => resolve()))
    for (const near of pairs.keys()) near.destroy()
    await closed
  }
  return {
    port,
    async set(state) {
      if (state === 'refuse') return server.listening ? cut() : undefined
      hanging = state === 'hang'
      if (!server.listening) await listen(port)
      for (const [near, far] of pairs) (hanging ? part : join)(near, far)
    },
    stop: async () => (server.listening ? cut() : undefined),
  }
}

function join(near: Socket, far: Socket): void {
  near.pipe(far)
  far.pipe(near)
}

function part(near: Socket, far: Socket): void {
  for (const socket of [near, far]) socket.unpipe().pause()
}
