import { connect } from 'node:net'
import { vi } from 'vitest'
import { firstOf } from '../pages/page-kinds.ts'
import { tokenOn } from '../accounts/site-login.ts'
import type { SiteProcess } from '../site/site-process.ts'
import { sendForm, writeForms } from '../leads/write-forms.ts'

/** What somebody typed, got or holds during these visits, none of which belongs into a log. */
export type Seeds = Set<string>

const names = ['欧阳待存', '小鹿妈妈甲', 'Zhuge Yan-Seed']
const phones = ['13588880001', '13754321987', '+85291234567']
const texts = ['周三下午方便', '食堂可以外带吗', 'key-of-the-form-01', 'ABCDE12345', '0123456789abcdef']

/**
 * Visits a site as parents do, and as nobody should: a login, every form that changes something, a request that is taken
 * back; then everything that was typed or given, in every place where it does not belong. `codes` names the process whose
 * log has the codes. Resolves to all that must not be found.
 */
export async function visitWithSeeds(site: SiteProcess, codes: SiteProcess): Promise<Seeds> {
  const seeds: Seeds = new Set([...names, ...phones, ...texts])
  const token = await tokenOn({ ...site, log: codes.log }, '13754321987')
  seeds.add(token)
  for (const [number, form] of (await writeForms(site.url)).entries()) {
    await sendForm(site.url, form, token, `198.51.${number}.7`)
  }
  seeds.add(await takeBack(site, codes))
  for (const line of codes.log) {
    const code = /"msg":"sms".*"code":"(\d{6})"/.exec(line)?.[1]
    if (code !== undefined) seeds.add(code)
  }
  for (const [turn, seed] of [...seeds].entries()) await misplace(site.url, seed, turn)
  return seeds
}

/** Sends a request and cancels it by a code, as a visitor without an account does; its reference. */
async function takeBack(site: SiteProcess, codes: SiteProcess): Promise<string> {
  const phone = '13588880002'
  const post = (path: string, body: object) =>
    fetch(site.url + path, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', 'x-forwarded-for': '198.51.100.9' },
    }).then((answer) => answer.text())
  const codeOf = () =>
    codes.log
      .findLast((line) => line.includes('"sms"') && line.includes(phone))
      ?.match(/"code":"(\d{6})"/)?.[1]
  await post('/api/clue/send_code', { phone })
  await vi.waitUntil(codeOf, { timeout: 20_000 })
  const school = await firstOf(site.url, '/api/schools?city_code=4403')
  const lead = { name: '欧阳待存', phone, order_type: 'order', city_code: '4403', school_id: Number(school) }
  const sent = await post('/api/clue', {
    ...lead,
    code: codeOf(),
    consent_contact: true,
    key: 'key-of-a-call-0002',
  })
  const reference = /"reference":"(\w+)"/.exec(sent)?.[1]
  if (reference === undefined) throw new Error(`the request was not taken: ${sent}`)
  await post('/api/clue/cancel', { reference, phone, code: codeOf() })
  await fetch(`${site.url}/order/${reference}/`)
  return reference
}

/** One text in every third path and query, in headers, bodies, broken encodings, and in what is no request at all. */
async function misplace(origin: string, seed: string, turn: number): Promise<void> {
  const coded = encodeURIComponent(seed)
  const header = /^[\x20-\x7e]+$/.test(seed) ? seed : coded
  const headers = {
    referer: `${origin}/?phone=${coded}`,
    'user-agent': header,
    'x-request-id': header,
    'x-forwarded-for': header,
    traceparent: header,
    token: header,
    cookie: `token=${coded}; position=${coded}; pending=${coded}; vid=${coded}`,
    'accept-language': header,
  }
  const paths = [
    `/${coded}/`,
    `/school/${coded}/faq/`,
    `/schoollist/${coded}/`,
    `/order/${coded}/cancel/`,
    `/signdetail/?id=${coded}`,
    `/search/?q=${coded}`,
    `/login/?redirect=/${coded}`,
    `/media/tickets/${coded}.svg`,
    `/api/${coded}`,
    `/api/schools?q=${coded}&${coded}=1`,
    `/api/checkins/${coded}`,
    `/school/${coded}.data`,
    `/assets/${coded}.js`,
    `/%E5%zz${coded}/`,
    `/${Buffer.from(seed).toString('hex')}/`,
    `//${coded}`,
  ]
  const some = paths.filter((_, at) => at % 3 === turn % 3)
  const asked = some.map((path) => fetch(origin + path, { headers, redirect: 'manual' }))
  // Letters of a name are words like those of an engine.
  const quoted = /^[A-Za-z -]+$/.test(seed) ? 'x' : `Error: ${seed} at ${coded}`
  const report = { message: quoted, path: `/order/${coded}/`, build: '1' }
  const type = { 'content-type': 'application/json' }
  const posted = ['/api/client-errors', '/api/clue', '/api/login', '/api/center/modify'].map((path) =>
    fetch(origin + path, {
      method: 'POST',
      body: JSON.stringify({ ...report, name: seed, phone: seed, code: seed, [seed]: seed }),
      headers: { ...headers, ...type },
    }),
  )
  const foreign = fetch(`${origin}/login/`, {
    method: 'POST',
    body: seed,
    headers: { origin: 'https://evil.example', 'content-type': 'text/plain' },
  })
  await Promise.all([...asked, ...posted, foreign].map(async (answer) => (await answer).arrayBuffer()))
  await sendRaw(
    origin,
    `GET /${header} HTTP/1.1\r\nHost: 127.0.0.1\r\n${header}: ${header}\r\n broken\r\n\r\n`,
  )
  await sendRaw(
    origin,
    `GET http://${header}/${header} HTTP/1.1\r\nHost: ${header}\r\nConnection: close\r\n\r\n`,
  )
}

function sendRaw(origin: string, text: string): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect(Number(new URL(origin).port), '127.0.0.1', () => socket.end(text))
    socket.on('error', () => undefined)
    socket.on('close', () => resolve()).resume()
  })
}
