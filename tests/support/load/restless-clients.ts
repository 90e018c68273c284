import { Agent, request } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import { accepted } from '../leads/leads.ts'

/** What came of the requests of some clients. */
export type Found = {
  answers: number
  /**
   * Requests of connections that were reset and that no process has seen: the first ones, which lay in the queue of the
   * socket when it was closed, and those on connections that were idle for longer than an ending process keeps them.
   */
  refused: number
  /** Requests that broke off otherwise, or were answered with anything but success. */
  failures: string[]
  /** The references of the leads that were acknowledged. */
  references: string[]
}

const pages = ['/', '/schoollist/shenzhen/', '/aboutus/', '/news/beijing/', '/api/schools?city_code=4403']
const acknowledged = z.object({ code: z.literal(1000), data: accepted })

/**
 * Starts clients that ask a site without a pause until it takes no more connections: readers on connections that stay
 * open, readers that open one for each request, and senders of leads. `lead` gives a number that no lead had.
 */
export function startRestlessClients(url: string, lead: () => number): { ended: Promise<Found> } {
  const found: Found = { answers: 0, refused: 0, failures: [], references: [] }
  const persistent = new Agent({ keepAlive: true })
  const fresh = new Agent({ keepAlive: false })

  /** Asks until the site is gone. */
  const client = async (agent: Agent, ask: (at: number) => Promise<string | undefined>): Promise<void> => {
    for (let at = 0; ; at += 1) {
      try {
        const fault = await ask(at)
        found.answers += 1
        if (fault !== undefined) found.failures.push(fault)
      } catch (error) {
        const code = codeOf(error)
        if (code === 'ECONNREFUSED') return
        if (code === 'ECONNRESET') found.refused += 1
        else found.failures.push(`${agent === persistent ? 'kept' : 'fresh'}: ${String(error)}`)
      }
      await wait(3)
    }
  }
  const read = (agent: Agent, first: number) =>
    client(agent, async (at) => {
      const page = pages[(first + at) % pages.length] ?? '/'
      const { status } = await send(url + page, agent)
      return status === 200 ? undefined : `${page}: ${status}`
    })
  const write = (agent: Agent) =>
    client(agent, async () => {
      const number = lead()
      const { status, text } = await send(`${url}/api/clue`, agent, leadOf(number), number)
      if (status !== 200) return `lead: ${status} ${text}`
      found.references.push(acknowledged.parse(JSON.parse(text)).data.reference)
      return undefined
    })
  const all = [persistent, persistent, persistent, fresh, fresh].map(read)
  const ended = Promise.all([...all, write(persistent), write(persistent), write(fresh)]).then(() => found)
  return { ended }
}

/** An ending process keeps idle connections for 500 ms; a busy machine may let a client be late with its next request. */
const idleMs = 400
/** When a connection was used last, in ms. */
const usedAt = new WeakMap<Socket, number>()

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined
}

/** A lead by its number, as JSON. */
export function leadOf(number: number): string {
  const phone = `137${String(number).padStart(8, '0')}`
  return JSON.stringify({ name: '王小明', phone, city_code: '4403', consent_contact: 1 })
}

/** The headers of a lead by its number. */
export function leadHeaders(number: number): Record<string, string> {
  return {
    'content-type': 'application/json',
    'idempotency-key': `restless lead number ${number}`,
    'x-forwarded-for': `198.18.${number & 255}.${number >> 8}`,
  }
}

function send(address: string, agent: Agent, body?: string, number = 0) {
  return new Promise<{ status: number; text: string }>((resolve, reject) => {
    const how = body === undefined ? {} : { method: 'POST', headers: leadHeaders(number) }
    const sent = request(address, { agent, ...how }, (answer) => {
      let text = ''
      answer.setEncoding('utf8').on('data', (part: string) => (text += part))
      answer.on('error', (error) => reject(new Error(`the answer broke off: ${error.message}`)))
      answer.on('end', () => {
        if (!answer.complete) return reject(new Error(`${address}: the answer broke off`))
        resolve({ status: answer.statusCode ?? 0, text })
      })
    })
    let idle = 0
    sent.on('socket', (socket) => {
      idle = performance.now() - (usedAt.get(socket) ?? performance.now())
      sent.on('close', () => usedAt.set(socket, performance.now()))
    })
    sent.on('error', (error) => {
      reject(sent.reusedSocket && idle < idleMs ? new Error(`a kept connection: ${error.message}`) : error)
    })
    if (body !== undefined) sent.setHeader('content-length', Buffer.byteLength(body))
    sent.end(body)
  })
}
