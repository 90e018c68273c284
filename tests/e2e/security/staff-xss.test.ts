import { JSDOM } from 'jsdom'
import type { Browser } from 'playwright'
import { expect, test } from 'vitest'
import routeTable from '#app/staff/routes.ts'
import type { RouteConfigEntry } from '@remix-run/route-config'
import { openBrowser, openPhone } from '#tests/support/browser/browser.ts'
import { hostileTexts } from '#tests/support/content/hostile-texts.ts'
import { lookAt, openAll } from '#tests/support/content/hostile-watch.ts'
import { knownStaffToken } from '#tests/support/routes/fake-api.ts'
import { beforeTests } from '#tests/support/runner/before-tests.ts'
import { isProof, sample } from '#tests/support/runner/sample.ts'
import { serveBuild, type ServedBuild } from '#tests/support/site/serve-build.ts'
import { hostileStaffApi } from '#tests/support/staff/hostile-answers.ts'

/** Every page of the staff area over an API whose every text is hostile, and every form of them with hostile values. */

let site: ServedBuild
let browser: Browser
/** The text that answers and forms begin with. */
let first = 0
/** Each text comes early in the answers from one of them. */
const starts = [0, 9, 18, 27]
/** In a browser the first fields have an event handler and a picture of another host, which act without a click. */
const browserStart = 14

beforeTests(async () => {
  const apis = new Map([...starts, browserStart].map((from) => [from, hostileStaffApi(from)]))
  site = await serveBuild({
    fetchApi: (request) => {
      const api = apis.get(first)
      if (api === undefined) throw new Error(`No answers begin with text ${first}`)
      return api.fetchApi(request)
    },
    pageSecret: 'of-a-test',
    hasStaffArea: true,
  })
  browser = await openBrowser()
  return async () => {
    await browser.close()
    await site.stop()
  }
})

const parameters: Record<string, string> = {
  ':reference': '484Q03SY1T',
  ':kind': 'schools',
  ':section': 'costs',
  ':list': 'leads',
  ':id': '12',
  '*': 'no-such-page',
}

/** The address of every page in the route table. */
function addressesOf(entries: readonly RouteConfigEntry[]): string[] {
  return entries.flatMap(({ path, file, children = [] }) => {
    const segments = path?.split('/').map((each) => parameters[each] ?? each) ?? []
    const own = path === undefined || file.endsWith('.ts') ? [] : [`/staff/${segments.join('/')}/`]
    return [...own, ...addressesOf(children)]
  })
}
// The only import of the sample that can be undone has another number.
const addresses = [
  ...addressesOf(routeTable).map((each) => each.replace('imports/12', 'imports/7')),
  '/staff/content/schools/12/merge/?with=13',
]
const headers = { cookie: `staff=${knownStaffToken}` }

async function pageAt(address: string): Promise<string> {
  const response = await fetch(site.url + address, { headers })
  expect(response.status, address).toBe(address.includes('no-such-page') ? 404 : 200)
  return response.text()
}

/** Sends every form of a page by each of its buttons, with hostile texts typed in; gives the pages that answer. */
async function sendFormsOf(address: string, page: string): Promise<[at: string, html: string][]> {
  const { document } = new JSDOM(page).window
  const answers: [string, string][] = []
  for (const button of document.querySelectorAll('form[method=post i] [type=submit]')) {
    const form = button.closest('form')
    if (form === null) continue
    const target = new URL(form.getAttribute('action') ?? '', site.url + address)
    const fields = filled(form, button)
    const answer = await fetch(target, {
      method: 'POST',
      redirect: 'manual',
      headers: { ...headers, origin: site.url },
      body: form.getAttribute('enctype') === null ? new URLSearchParams(textsOf(fields)) : fields,
    })
    const from = `${address}: ${button.textContent}`
    expect([200, 302, 303, 400, 409, 422], `${from} at ${target.href} ${answer.status}`).toContain(
      answer.status,
    )
    answers.push([from, isDownload(answer) ? '' : await answer.text()])
  }
  return answers
}

/** Whether no browser shows an answer as a page: a file has its texts as they are. */
function isDownload({ headers: given }: Response): boolean {
  const disposition = given.get('content-disposition') ?? ''
  return disposition.startsWith('attachment') && given.get('x-content-type-options') === 'nosniff'
}

const typedInto = 'textarea, input:not([type=hidden], [type=checkbox], [type=radio], [type=file])'

/** What a browser sends for a form that someone filled with hostile texts. */
function filled(form: Element, button: Element): FormData {
  const fields = new FormData()
  const controls = form.querySelectorAll('input:not([type=file]), select, textarea')
  for (const [at, field] of [...controls, button].entries()) {
    const name = field.getAttribute('name')
    if (name === null) continue
    const source = field.matches('select') ? field.querySelector('option:last-child') : field
    const text = hostileTexts[(first + at) % hostileTexts.length] ?? ''
    fields.append(name, field.matches(typedInto) ? text : (source?.getAttribute('value') ?? ''))
  }
  return fields
}

const textsOf = (fields: FormData) =>
  [...fields].flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' ? [[name, value]] : [],
  )

test(
  'every page and every refused form of the staff area shows hostile texts as texts',
  async () => {
    const documents = new Map<string, string>()
    for (const [at, address] of addresses.entries()) {
      for (const from of sample(starts, starts.length, at)) {
        first = from
        const html = await pageAt(address)
        documents.set(`${address} from text ${from}`, html)
        for (const [form, answer] of await sendFormsOf(address, html))
          documents.set(`${form} from text ${from}`, answer)
      }
    }
    expect(await lookAt(browser, documents)).toEqual([])
    const shown = [...documents.values()].filter((html) => html.includes('&lt;'))
    expect(shown.length).toBeGreaterThan(addresses.length / 2)
  },
  isProof ? 1_800_000 : 180_000,
)

test.each([true, false])(
  'no text runs on any page in a browser, scripts: %s',
  async (javaScriptEnabled) => {
    first = browserStart
    const context = await openPhone(browser, { javaScriptEnabled })
    await context.addCookies([{ name: 'staff', value: knownStaffToken, url: `${site.url}/staff/` }])
    // Without scripts nothing can run: only what asks another host is looked for.
    const opened = javaScriptEnabled ? addresses : sample(addresses, 6)
    expect(
      await openAll(
        context,
        opened.map((address) => site.url + address),
      ),
    ).toEqual([])
    await context.close()
  },
  180_000,
)
