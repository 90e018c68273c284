import { z } from 'zod'
import { agreedVersion } from '#server/contract/accounts/agreed-texts.ts'
import type { DatabaseConnection } from '#server/db/connect.ts'
import { createApi, type Api, type ApiDependencies } from '#server/http/create-api.ts'
import { ask, dependenciesOn, json } from './api.ts'

const opened = z.object({ token: z.string() })

/** An API whose clock a test moves and whose messages it reads. */
export type ClockedApi = {
  api: Api
  clock: { now: Date }
  /** Asks for a code for a phone and gives it; a minute passes, so that the next may be sent. */
  codeFor: (phone: string, token?: string) => Promise<string>
  /** Logs a phone in and gives the token. */
  logIn: (phone: string) => Promise<string>
  /** Sends a JSON body as the owner of a token. */
  post: (address: string, body: object, token?: string) => ReturnType<typeof ask>
}

/** Sets an API up on an open database. */
export function clockedApi(database: DatabaseConnection, more: Partial<ApiDependencies> = {}): ClockedApi {
  const clock = { now: new Date('2026-06-15T04:00:00Z') }
  const sent = new Map<string, string>()
  const sendSms = async (phone: string, code: string) => void sent.set(phone, code)
  const api = createApi(dependenciesOn(database, { now: () => clock.now, sendSms, ...more }))

  const post: ClockedApi['post'] = (address, body, token) => {
    const asked = json(JSON.stringify(body))
    const headers = { 'content-type': 'application/json', ...(token === undefined ? {} : { token }) }
    return ask(api, address, { ...asked, headers })
  }
  const codeFor: ClockedApi['codeFor'] = async (phone, token) => {
    const answer = await post('/api/code', token === undefined ? { phone } : {}, token)
    if (answer.code !== 1000) throw new Error(`no code was sent: ${answer.text}`)
    clock.now = new Date(clock.now.getTime() + 61_000)
    const code = sent.get(phone)
    if (code === undefined) throw new Error(`no code came to ${phone}`)
    return code
  }
  return {
    api,
    clock,
    codeFor,
    post,
    async logIn(phone) {
      const code = await codeFor(phone)
      const answer = await post('/api/login', { phone, code, agreed: agreedVersion })
      return opened.parse(answer.data).token
    },
  }
}
