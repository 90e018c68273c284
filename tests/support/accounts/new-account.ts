import { z } from 'zod'
import { agreedVersion } from '#server/contract/accounts/agreed-texts.ts'
import type { ClockedSite } from '../site/clocked-site.ts'
import { firstOf } from '../pages/page-kinds.ts'

/** An account that was just made: a phone, two sessions, a favourite, a visit that was asked for. */
export type NewAccount = { phone: string; token: string; reference: string; address: string }

let made = 0

/** Makes an account by the API, with something of everything that its pages show. */
export async function makeAccount(site: ClockedSite): Promise<NewAccount> {
  made += 1
  const phone = `1370001${String(made).padStart(4, '0')}`
  const address = `10.66.${made}.1`
  const post = async (path: string, body: object, token?: string) => {
    const answer = await fetch(site.url + path, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: {
        'content-type': 'application/json',
        'x-forwarded-for': address,
        ...(token === undefined ? {} : { token }),
      },
    })
    const { code, message, data } = z
      .object({ code: z.number(), message: z.string(), data: z.unknown() })
      .parse(await answer.json())
    if (code !== 1000) throw new Error(`${path}: ${code} ${message}`)
    return data
  }
  const logIn = async () => {
    await post('/api/code', { phone })
    const data = await post('/api/login', { phone, code: await site.nextCode(phone), agreed: agreedVersion })
    site.pass(61)
    return z.object({ token: z.string() }).parse(data).token
  }
  await logIn()
  const token = await logIn()
  const school = await firstOf(site.url, '/api/schools?city_code=4403')
  await post(`/api/school_collect/${school}`, { is_collect: 1 }, token)
  const asked = { name: '林女士', phone, school_id: school, consent_contact: 1, consent_marketing: 1 }
  const { reference } = z.object({ reference: z.string() }).parse(await post('/api/clue', asked, token))
  return { phone, token, reference, address }
}
