import cluster from 'node:cluster'
import {
  createServer,
  STATUS_CODES,
  type IncomingMessage,
  type RequestListener,
  type Server,
} from 'node:http'
import { Server as TcpServer } from 'node:net'
import type { Duplex } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import type { Refusal } from '../site/guard.ts'
import { readyRefusal } from '../site/refusal.ts'

/** Time limits of connections in ms, and their number. */
export type ConnectionLimits = {
  /** For all headers of a request, from its first byte or from the connection's start. */
  headersMs: number
  /** For a whole request with its body. */
  requestMs: number
  /** Between two requests. */
  idleMs: number
  /** Without a byte of the answer being read by the client. */
  silentMs: number
  /** The same for forms and calls of the staff area, whose pages wait 60 s for an import. */
  staffSilentMs: number
  /** For the whole answer to be read by the client. */
  answerMs: number
  connections: number
}

const usual: ConnectionLimits = {
  headersMs: 10_000,
  requestMs: 15_000,
  idleMs: 5000,
  silentMs: 30_000,
  staffSilentMs: 75_000,
  answerMs: 300_000,
  connections: 8000,
}
const checkEveryMs = 1000
/** Grace period for idle keep-alive connections before they are closed, in ms. */
const idleGraceMs = 500
/** Time for answers under way while draining, in ms. */
const finishMs = 8000

/**
 * Header of a proxy that retries a 502 at another process (server/deploy/nginx.conf). A draining process refuses its reads
 * with 502, so that it sends nothing more here: requests in the queue of the closed socket would be lost, and a POST is
 * not retried.
 */
const nextHeader = 'x-next-upstream'
/** Waits of a draining process in ms: for a read that it can refuse, then for requests already sent. */
const refuseMs = 800
const inFlightMs = 200
/** Length of an idle turn of the event loop in ms, and the number of turns to wait for one. */
const idleTurnMs = 0.2
const maximumTurns = 100
/** Time for the primary process to pass on a connection, in ms. */
const primaryPassMs = 10
/** A proxy without a request for this long is not waited for, in ms. */
const proxyMemoryMs = 60_000

/** HTTP server with graceful shutdown. */
export type HttpServer = {
  listen: (port: number, host: string) => Promise<void>
  /** The port that it listens on; undefined before. */
  port: () => number | undefined
  /** Drains: accepts no more connections, finishes requests under way, sends `connection: close`. */
  drain: () => Promise<void>
  /** Closes every connection at once. */
  end: () => Promise<void>
  /** Whether `drain` was called. */
  isDraining: () => boolean
}

/** Whether a request is a form or a changing call of the staff area. */
function isStaffForm({ method, url = '' }: IncomingMessage): boolean {
  return method === 'POST' && /^\/(?:api\/)?staff\//.test(url)
}

/** Makes the server around a listener, which may be replaced; connections of slow and silent clients are closed. */
export function createHttpServer(
  listener: () => RequestListener,
  limits: Partial<ConnectionLimits> = {},
): HttpServer {
  const { headersMs, requestMs, idleMs, silentMs, staffSilentMs, answerMs, connections } = {
    ...usual,
    ...limits,
  }
  let draining = false
  /** Whether responses carry `connection: close`. */
  let announcesClose = false
  let proxySeen = -Infinity
  let onRefusal = (): void => undefined
  /** Whether to answer 502 for the proxy to retry elsewhere; not needed by a worker, whose socket others share. */
  const isRefused = ({ headers, method }: IncomingMessage): boolean => {
    if (headers[nextHeader] === undefined || cluster.isWorker) return false
    proxySeen = performance.now()
    return draining && (method === 'GET' || method === 'HEAD')
  }
  const options = {
    headersTimeout: headersMs,
    requestTimeout: requestMs,
    keepAliveTimeout: idleMs,
    connectionsCheckingInterval: Math.min(checkEveryMs, headersMs),
  }
  /** Connections on which an answer is being made. */
  const answering = new WeakSet<Duplex>()
  const server = createServer(options, (request, response) => {
    if (announcesClose) response.setHeader('connection', 'close')
    if (isRefused(request)) {
      response.writeHead(502).end()
      return onRefusal()
    }
    answering.add(request.socket)
    response.once('close', () => answering.delete(request.socket))
    listener()(request, response)
    // An answer from memory is written to the kernel already: it needs no timers.
    if (response.writableFinished) return
    response.setTimeout(isStaffForm(request) ? staffSilentMs : silentMs)
    const late = setTimeout(() => response.destroy(), answerMs).unref()
    response.once('close', () => clearTimeout(late))
  })
  server.maxConnections = connections
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable || answering.has(socket)) socket.destroy()
    else refuseUnread(error, socket)
  })
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
      if (performance.now() - proxySeen < proxyMemoryMs) {
        announcesClose = true
        const refused = new Promise<void>((resolve) => (onRefusal = resolve))
        await Promise.race([refused, wait(refuseMs)])
        await wait(inFlightMs)
      }
      await drainAcceptQueue(server)
      const ended = closeGracefully(server)
      announcesClose = true
      await ended
    },
  }
}

/** Answers of requests that Node could not read, by the code of its error. */
const unread: Readonly<Record<string, Refusal>> = {
  HPE_HEADER_OVERFLOW: { status: 431, message: '浏览器带来的数据太多，请清除本站的 Cookie 后再打开' },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, message: '等待请求的时间太长，请再试一次' },
}

/** Answers what is no request in words, and closes its connection. */
function refuseUnread({ code = '' }: NodeJS.ErrnoException, socket: Duplex): void {
  const { status, headers, body } = readyRefusal(unread[code] ?? { status: 400, message: '请求不正确' }).page
  const lines = Object.entries({ ...headers, connection: 'close' }).map((pair) => pair.join(': '))
  socket.end([`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', body].join('\r\n'))
}

/**
 * Drains the accept queue: waits for an idle turn of the event loop without a new connection (one is accepted in each
 * turn), because closing the socket resets connections that were not accepted. A worker gets its connections from the
 * primary process.
 */
async function drainAcceptQueue(server: Server): Promise<void> {
  let accepted = false
  const note = (): void => void (accepted = true)
  server.on('connection', note)
  for (let turns = 0; turns < maximumTurns; turns += 1) {
    accepted = false
    const since = performance.now()
    await (cluster.isWorker ? wait(primaryPassMs) : new Promise((resolve) => setImmediate(resolve)))
    const isQuick = cluster.isWorker || performance.now() - since < idleTurnMs
    if (isQuick && !accepted) break
  }
  server.off('connection', note)
}

/**
 * Closes the server and resolves when all connections have ended. Node's own `close` closes idle connections at once, also
 * those on which a request is being sent; here they get a grace period and `connection: close` with an answer.
 */
async function closeGracefully(server: Server): Promise<void> {
  const ended = new Promise<void>((resolve) => void TcpServer.prototype.close.call(server, () => resolve()))
  // In the event loop's check phase, after sockets were read: in the timer phase a request that just arrived is not seen.
  const closing = setInterval(() => setImmediate(() => server.closeIdleConnections()), idleGraceMs)
  const over = setTimeout(() => server.closeAllConnections(), finishMs)
  await ended
  clearInterval(closing)
  clearTimeout(over)
}
