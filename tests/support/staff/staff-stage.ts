import { TOTP } from 'otpauth'
import { z } from 'zod'
import type { StaffRole } from '#server/contract/staff/roles.ts'
import { beginStaffLogin, verifySecondFactor } from '#server/contract/staff/login.ts'
import type { DatabaseConnection } from '#server/db/connect.ts'
import { staffSession } from '#server/db/schema/index.ts'
import { insertStaffSession } from '#server/db/staff/sessions.ts'
import type { ApiDependencies } from '#server/http/create-api.ts'
import { hashOfToken, newToken } from '#server/services/accounts/token.ts'
import { addMember } from '#server/services/staff/change-members.ts'
import { ask, personalOfTests } from '../api/api.ts'
import { apiWithPhones } from '../accounts/phone-codes.ts'

/** The address that members call from unless a test says otherwise, and the network that their sessions are bound to. */
export const office = '203.0.113.7'
const officeNetwork = '203.0.113.0/24'

/** An API with members of the staff, whose clock a test moves and whose messages it reads. */
export function staffStage(database: DatabaseConnection, more: Partial<ApiDependencies> = {}) {
  const phones = apiWithPhones(database, more)
  const { api, clock, sent } = phones

  const from = (address: string | undefined) => ({
    fetch: (request: Request) => api.fetch(request, { clientAddress: address }),
  })
  const headersOf = (token: string | undefined): Record<string, string> =>
    token === undefined ? {} : { 'staff-token': token }

  const get = (path: string, token?: string, address: string | undefined = office) =>
    ask(from(address), path, { headers: headersOf(token) })
  const post = (path: string, body: object, token?: string, address: string | undefined = office) =>
    ask(
      from(address),
      path,
      body instanceof FormData
        ? { method: 'POST', body, headers: headersOf(token) }
        : {
            method: 'POST',
            body: JSON.stringify(body),
            headers: { ...headersOf(token), 'content-type': 'application/json' },
          },
    )

  /** Adds a member by the service and gives its id. */
  const member = async (name: string, phone: string, role: StaffRole, schoolId?: number): Promise<number> => {
    const noted = { actor: { operator: '测试' }, command: 'staff add', now: new Date(clock.ms) }
    const needs = { database, personal: personalOfTests }
    const added = await addMember(needs, { name, phone: `+86${phone}`, role, schoolId }, noted)
    if (added.state !== 'added') throw new Error(`${name} was not added: ${added.state}`)
    return added.id
  }

  /** Opens a session of a member without its login, and gives the token. */
  const sessionOf = async (staffId: number): Promise<string> => {
    const token = newToken()
    await database.db.transaction((tx) =>
      insertStaffSession(tx, {
        staffId,
        tokenHash: hashOfToken(token),
        network: officeNetwork,
        createdAt: new Date(clock.ms),
        lastSeenAt: new Date(clock.ms),
        factorAt: new Date(clock.ms),
        expiresAt: new Date(clock.ms + 8 * 3_600_000),
      }),
    )
    return token
  }

  /** Time passes in which all members work on: no session is idle, and second factors are fresh. */
  const workFor = async (ms: number): Promise<void> => {
    clock.ms += ms
    const now = new Date(clock.ms)
    await database.db.update(staffSession).set({ lastSeenAt: now, factorAt: now })
  }

  /** The code that is sent to a phone that asks for one; a minute passes. */
  const codeFor = async (phone: string): Promise<string> => {
    const before = sent.length
    const answer = await post('/api/staff/code', { phone })
    if (answer.code !== 1000) throw new Error(answer.text)
    clock.ms += 61_000
    const last = sent[before]
    if (last === undefined) throw new Error('no code was sent')
    return last.code
  }

  /** The first factor of a member, by a fresh code. */
  const begin = async (phone: string) => {
    const answer = await post('/api/staff/login', { phone, code: await codeFor(phone) })
    if (answer.code !== 1000) throw new Error(answer.text)
    return beginStaffLogin.data.parse(answer.data)
  }

  /** The time-based code of a secret now; it is a new one each time: half a minute passes first. */
  const totpOf = (secret: string): string => {
    clock.ms += 30_000
    return new TOTP({ secret }).generate({ timestamp: clock.ms })
  }

  /** The first login of a member: its token, the secret that it enrolled, and its recovery codes. */
  const enrol = async (phone: string) => {
    const { pending, enrolment } = await begin(phone)
    const secret = z.string().parse(enrolment?.secret)
    const answer = await post('/api/staff/login/totp', { pending, totp: totpOf(secret) })
    const { token, recovery_codes: codes = [] } = verifySecondFactor.data.parse(answer.data)
    return { token, secret, codes }
  }

  return { ...phones, get, post, member, sessionOf, workFor, codeFor, begin, totpOf, enrol }
}

export type StaffStage = ReturnType<typeof staffStage>
