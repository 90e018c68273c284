import { vi } from 'vitest'
import type { BrowserContext } from 'playwright'
import { agreedVersion } from '#server/contract/accounts/agreed-texts.ts'
import type { SiteProcess } from '../site/site-process.ts'

/**
 * Logs a phone in by plain requests, which seem to come from `client`; resolves to the session's token. The site must send
 * codes to its log.
 */
export async function tokenOn(site: SiteProcess, phone: string, client = '127.0.0.1'): Promise<string> {
  const post = (fields: Record<string, string>) =>
    fetch(`${site.url}/login/`, {
      method: 'POST',
      body: new URLSearchParams(fields),
      headers: { origin: site.url, 'x-forwarded-for': client },
      redirect: 'manual',
    })
  await post({ intent: 'send', phone, agreed: agreedVersion })
  const message = () => site.log.findLast((line) => line.includes('"sms"') && line.includes(phone))
  await vi.waitUntil(message, { timeout: 20_000 })
  const code = /"code":"(\d{6})"/.exec(message() ?? '')?.[1] ?? ''
  const answer = await post({ intent: 'login', phone, code, agreed: agreedVersion })
  const token = answer.headers
    .getSetCookie()
    .find((cookie) => cookie.startsWith('token='))
    ?.split(';')[0]
    ?.slice('token='.length)
  if (token === undefined) throw new Error(`the login of ${phone} gave no session`)
  return token
}

/** Logs a phone in and gives a browser the session's cookie. */
export async function logInOn(site: SiteProcess, phone: string, context: BrowserContext): Promise<void> {
  const token = await tokenOn(site, phone)
  await context.addCookies([{ name: 'token', value: token, url: site.url, httpOnly: true }])
}
