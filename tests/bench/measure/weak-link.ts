import net from 'node:net'
import type { Reference } from './start-reference.ts'

/** A mobile network at its edge. */
export type LinkQuality = { bitsPerSecond: number; roundTripMs: number; loss: number; seed: number }

const segment = 1460
/** Segments that a new connection may send before it hears from the other side. */
const firstWindow = 10

/** Numbers from 0 to below 1, the same every time. */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/**
 * A port in front of a server that behaves like TCP over a weak network, as a model: all connections share the rate;
 * a connection begins with a round trip and a window of ten segments that grows with every acknowledged one and halves
 * with a loss; a lost segment comes one and a half round trips later, and everything behind it waits.
 */
export async function startWeakLink(server: string, quality: LinkQuality): Promise<Reference> {
  const { hostname, port } = new URL(server)
  const random = randomFrom(quality.seed)
  const down = { freeAt: 0 }
  const up = { freeAt: 0 }
  const sockets = new Set<net.Socket>()
  const link = net.createServer((near) => {
    const far = net.connect(Number(port), hostname)
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.setNoDelay(true)
      socket.on('error', () => undefined)
      socket.on('close', () => sockets.delete(socket))
    }
    carry(near, far, up, quality, random)
    carry(far, near, down, quality, random)
  })
  await new Promise<void>((resolve) => link.listen(0, '127.0.0.1', resolve))
  const address = link.address()
  if (typeof address !== 'object' || address === null) throw new Error('a TCP server has a port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    stop: () =>
      new Promise((resolve) => {
        link.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
}

/** One direction of one connection. */
function carry(
  from: net.Socket,
  to: net.Socket,
  wire: { freeAt: number },
  { bitsPerSecond, roundTripMs, loss }: LinkQuality,
  random: () => number,
): void {
  const waiting: Buffer[] = []
  const underWay: Buffer[] = []
  const connectedAt = performance.now() + roundTripMs
  let [window, inFlight, deliveredAt, ended] = [firstWindow, 0, 0, false]

  const finish = () => {
    if (ended && waiting.length === 0 && inFlight === 0) to.end()
  }
  const send = () => {
    while (inFlight < Math.floor(window)) {
      const piece = waiting.shift()
      if (piece === undefined) break
      inFlight += 1
      const leaves = Math.max(performance.now(), connectedAt, wire.freeAt)
      wire.freeAt = leaves + (piece.length * 8000) / bitsPerSecond
      let arrives = wire.freeAt + roundTripMs / 2
      while (random() < loss) {
        arrives += roundTripMs * 1.5
        window = Math.max(2, window / 2)
      }
      deliveredAt = Math.max(deliveredAt, arrives)
      underWay.push(piece)
      // Timers of one moment may come in another order than the segments.
      setTimeout(() => to.write(underWay.shift() ?? ''), deliveredAt - performance.now())
      setTimeout(
        () => {
          inFlight -= 1
          window += 1
          send()
          finish()
        },
        deliveredAt + roundTripMs / 2 - performance.now(),
      )
    }
  }
  from.on('data', (chunk: Buffer) => {
    for (let at = 0; at < chunk.length; at += segment) waiting.push(chunk.subarray(at, at + segment))
    send()
  })
  from.on('end', () => {
    ended = true
    finish()
  })
  from.on('close', () => {
    if (!ended) to.destroy()
  })
}
