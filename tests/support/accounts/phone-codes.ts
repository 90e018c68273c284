import { pino } from 'pino'
import { z } from 'zod'
import { agreedVersion } from '#server/contract/accounts/agreed-texts.ts'
import type { DatabaseConnection } from '#server/db/connect.ts'
import { createApi, type ApiDependencies } from '#server/http/create-api.ts'
import { ask, dependenciesOn, json } from '../api/api.ts'

/** What an API under test wrote into its log. */
export type LogLines = string[]

/** An API with a clock that a test moves, a sender that keeps what it sends, and a log that is kept. */
export function apiWithPhones(database: DatabaseConnection, more: Partial<ApiDependencies> = {}) {
  const clock = { ms: Date.parse('2026-06-15T04:00:00Z') }
  const sent: { phone: string; code: string }[] = []
  const lines: LogLines = []
  const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) })
  const sendSms = async (phone: string, code: string) => void sent.push({ phone, code })
  const api = createApi(dependenciesOn(database, { log, sendSms, now: () => new Date(clock.ms), ...more }))

  /** Posts a body from an address, with further headers. */
  const post = (path: string, body: object, headers: Record<string, string> = {}, clientAddress?: string) => {
    const from = { fetch: (request: Request) => api.fetch(request, { clientAddress }) }
    const sent = { ...headers, 'content-type': 'application/json' }
    return ask(from, path, { ...json(JSON.stringify(body)), headers: sent })
  }
  const get = (path: string, token: string) => ask(api, path, { headers: { token } })

  /** Asks for a login code and gives the one that was sent. */
  const codeFor = async (phone: string): Promise<string> => {
    const before = sent.length
    await post('/api/code', { phone })
    const last = sent[before]
    if (last === undefined) throw new Error('no code was sent')
    return last.code
  }
  /** Logs a phone in by a fresh code and gives the token; one minute passes. */
  const logIn = async (phone: string, headers: Record<string, string> = {}): Promise<string> => {
    const answer = await post(
      '/api/login',
      { phone, code: await codeFor(phone), agreed: agreedVersion },
      headers,
    )
    clock.ms += 60_000
    return z.object({ token: z.string() }).parse(answer.data).token
  }
  return { api, clock, sent, lines, post, get, codeFor, logIn }
}

/** A code that is surely not the given one. */
export function wrongFor(code: string): string {
  return ((Number(code) + 1) % 1_000_000).toString().padStart(6, '0')
}
