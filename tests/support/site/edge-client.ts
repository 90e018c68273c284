import { Agent, request } from 'node:https'
import type { IncomingHttpHeaders } from 'node:http'

/** An answer read to its end. */
export type EdgeAnswer = { status: number; headers: IncomingHttpHeaders; body: Buffer }

/** Sends requests over TLS on connections that stay open, as browsers do. Rejects when an answer breaks off. */
export type EdgeClient = {
  send: (address: string, init?: { headers?: Record<string, string>; body?: string }) => Promise<EdgeAnswer>
  close: () => void
}

/** A client of one origin with a certificate of its own. */
export function openEdgeClient({ url, certificate }: { url: string; certificate: string }): EdgeClient {
  const agent = new Agent({ keepAlive: true, ca: certificate, maxSockets: 16 })
  return {
    send: (address, { headers = {}, body } = {}) =>
      new Promise((resolve, reject) => {
        const method = body === undefined ? 'GET' : 'POST'
        const sent = request(new URL(address, url), { agent, method, headers }, (answer) => {
          const parts: Buffer[] = []
          answer.on('data', (part: Buffer) => parts.push(part))
          answer.on('error', reject)
          answer.on('end', () => {
            if (!answer.complete) return reject(new Error(`${address}: the answer broke off`))
            resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(parts) })
          })
        })
        sent.on('error', reject)
        sent.end(body)
      }),
    close: () => agent.destroy(),
  }
}
