import cluster from 'node:cluster'
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import { Server as TcpServer } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

/** Time limits of a connection, in ms, and how many there may be. */
export type ConnectionLimits = {
  /** For all headers of a request, from its first byte or from the connection's start. */
  headersMs: number
  /** For a whole request with its body. */
  requestMs: number
  /** Between two requests. */
  idleMs: number
  /** Without a byte of an answer that is taken. */
  silentMs: number
  /** For an answer to be taken whole, however slowly. */
  answerMs: number
  connections: number
}

const usual: ConnectionLimits = {
  headersMs: 10_000,
  requestMs: 15_000,
  idleMs: 5000,
  silentMs: 30_000,
  answerMs: 300_000,
  connections: 8000,
}
const lookEveryMs = 1000
/** So long connections between two requests are told that this process ends before they are closed, in ms. */
const tellMs = 500
/** So long an answer under way may take then, in ms. */
const finishMs = 8000

/**
 * What a proxy adds that asks another process when one answers 502 (server/deploy/nginx.conf). Only by refusing its
 * reads does a process that ends tell it to send nothing more: what still lay in the queue of the closed socket would
 * be lost, and a POST is not sent twice.
 */
const nextHeader = 'x-next-upstream'
/** So long a process that ends waits for a read that it can refuse, then for what was on its way, in ms. */
const refuseMs = 800
const settleMs = 200
/** A turn of the event loop in which next to nothing was done, in ms, and how many are waited for one. */
const quickTurnMs = 0.2
const mostTurns = 100
/** Time enough to be handed a connection by the process above, in ms. */
const handOverMs = 10
/** A proxy that was not seen for so long is not waited for, in ms. */
const forgottenMs = 60_000

/** The process's HTTP server and how it ends. */
export type HttpServer = {
  listen: (port: number, host: string) => Promise<void>
  /** The port it listens on; undefined while it does not. */
  port: () => number | undefined
  /** Accepts nothing more, finishes what is under way, and tells every connection to close. */
  drain: () => Promise<void>
  /** Cuts every connection. */
  end: () => Promise<void>
  /** Whether `drain` was called. */
  isDraining: () => boolean
}

/** Makes the server around a listener, which may change; slow and silent clients are let go. */
export function createHttpServer(
  listener: () => RequestListener,
  limits: Partial<ConnectionLimits> = {},
): HttpServer {
  const { headersMs, requestMs, idleMs, silentMs, answerMs, connections } = { ...usual, ...limits }
  let draining = false
  /** Whether answers tell that this process ends: who hears it opens another connection at once. */
  let telling = false
  let proxySeen = -Infinity
  let onRefusal = (): void => undefined
  /** Whether a proxy asks elsewhere. A process among several on one socket needs nobody to. */
  const isRefused = ({ headers, method }: IncomingMessage): boolean => {
    if (headers[nextHeader] === undefined || cluster.isWorker) return false
    proxySeen = performance.now()
    return draining && (method === 'GET' || method === 'HEAD')
  }
  const options = {
    headersTimeout: headersMs,
    requestTimeout: requestMs,
    keepAliveTimeout: idleMs,
    connectionsCheckingInterval: Math.min(lookEveryMs, headersMs),
  }
  const server = createServer(options, (request, response) => {
    if (telling) response.setHeader('connection', 'close')
    if (isRefused(request)) {
      response.writeHead(502).end()
      return onRefusal()
    }
    listener()(request, response)
    // An answer from memory is with the kernel already: it needs no clocks.
    if (response.writableFinished) return
    response.setTimeout(silentMs)
    const late = setTimeout(() => response.destroy(), answerMs).unref()
    response.once('close', () => clearTimeout(late))
  })
  server.maxConnections = connections
  return {
    listen: (port, host) =>
      new Promise((resolve, reject) => {
        server.once('error', reject)
        server.listen(port, host, resolve)
      }),
    port() {
      const address = server.address()
      return typeof address === 'object' && address !== null ? address.port : undefined
    },
    isDraining: () => draining,
    end() {
      const ended = new Promise<void>((resolve) => void server.close(() => resolve()))
      server.closeAllConnections()
      return ended
    },
    async drain() {
      draining = true
      if (performance.now() - proxySeen < forgottenMs) {
        telling = true
        const refused = new Promise<void>((resolve) => (onRefusal = resolve))
        await Promise.race([refused, wait(refuseMs)])
        await wait(settleMs)
      }
      await acceptWhatCame(server)
      const ended = whenEnded(server)
      telling = true
      await ended
    },
  }
}

/**
 * Waits for a turn of the event loop, which takes one connection at a time, in which none came and next to nothing was
 * done: the kernel refuses together with the socket what was not accepted yet. A process among several is handed
 * connections by the one above, whose queue ends with the last of them.
 */
async function acceptWhatCame(server: Server): Promise<void> {
  let came = false
  const note = (): void => void (came = true)
  server.on('connection', note)
  for (let turns = 0; turns < mostTurns; turns += 1) {
    came = false
    const since = performance.now()
    await (cluster.isWorker ? wait(handOverMs) : new Promise((resolve) => setImmediate(resolve)))
    const isQuick = cluster.isWorker || performance.now() - since < quickTurnMs
    if (isQuick && !came) break
  }
  server.off('connection', note)
}

/**
 * Node's own `close` cuts connections between two requests at once, also those on which the next one is on its way; here
 * they stay for a moment, and hear `connection: close` with an answer.
 */
async function whenEnded(server: Server): Promise<void> {
  const ended = new Promise<void>((resolve) => void TcpServer.prototype.close.call(server, () => resolve()))
  // In the turn's check phase, after sockets were read: a request that arrived during a long turn is not seen by its timer.
  const closing = setInterval(() => setImmediate(() => server.closeIdleConnections()), tellMs)
  const over = setTimeout(() => server.closeAllConnections(), finishMs)
  await ended
  clearInterval(closing)
  clearTimeout(over)
}
