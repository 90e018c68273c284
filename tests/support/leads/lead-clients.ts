import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import { envelope } from '#server/contract/endpoint.ts'
import { accepted } from './leads.ts'

/** What the clients know: the reference of every lead that was acknowledged to them, by its key; of a joint request all. */
export type ClientLog = {
  readonly acknowledged: ReadonlyMap<string, readonly string[]>
  /** Resolves when that many leads are acknowledged; rejects when a client gave up. */
  readonly reached: (count: number) => Promise<void>
}

type Options = {
  /** Leads that all clients send together. */
  leads: number
  clients: number
  /** Where the site is now; it moves with every start. */
  url: () => string
  /** The call that takes them, and the references in its answer; left out: single leads. */
  call?: { path: string; referencesIn: (data: unknown) => string[] }
  /** The fields of a lead by its number, from 0. */
  fields: (number: number) => Record<string, unknown>
}

const timeoutMs = 120_000
const pauseMs = 40

/**
 * Starts clients that send leads until each is acknowledged, retrying with the same key and body whatever happens to the
 * connection. Every fifth lead is sent once more afterwards, as by a client that lost the answer: it must get the same.
 */
export function startLeadClients({ leads, clients, url, call = single, fields }: Options): ClientLog {
  const acknowledged = new Map<string, string[]>()
  let next = 0

  async function once(number: number): Promise<string | undefined> {
    const response = await fetch(new URL(call.path, url()), {
      method: 'POST',
      body: JSON.stringify(fields(number)),
      headers: {
        'content-type': 'application/json',
        'idempotency-key': keyOf(number),
        'x-forwarded-for': `198.18.${number & 255}.${number >> 8}`,
      },
    }).catch(() => undefined)
    const text = await response?.text().catch(() => undefined)
    if (response === undefined || text === undefined || response.status === 503) return undefined
    if (response.status !== 200) throw new Error(`lead ${number}: ${response.status} ${text}`)
    return text
  }

  async function untilAcknowledged(number: number): Promise<string> {
    const deadline = Date.now() + timeoutMs
    for (;;) {
      const text = await once(number)
      if (text !== undefined) return text
      if (Date.now() > deadline) throw new Error(`lead ${number} was not acknowledged`)
      await wait(pauseMs)
    }
  }

  async function client(): Promise<void> {
    for (let number = next++; number < leads; number = next++) {
      const text = await untilAcknowledged(number)
      acknowledged.set(keyOf(number), call.referencesIn(dataIn(text)))
      if (number % 5 === 0 && (await untilAcknowledged(number)) !== text) {
        throw new Error(`lead ${number}: the retry was answered otherwise`)
      }
    }
  }

  const failure = Promise.all(Array.from({ length: clients }, client)).then(() => undefined)
  failure.catch(() => undefined)
  return {
    acknowledged,
    async reached(count) {
      const counted = async (): Promise<void> => {
        while (acknowledged.size < count) await wait(2)
      }
      await (count >= leads ? failure : Promise.race([counted(), failure]))
    },
  }
}

function keyOf(number: number): string {
  return `proof of leads, number ${number}`
}

const single = { path: '/api/clue', referencesIn: (data: unknown) => [accepted.parse(data).reference] }

function dataIn(text: string): unknown {
  return envelope.extend({ code: z.literal(1000) }).parse(JSON.parse(text)).data
}
