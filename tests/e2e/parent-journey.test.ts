import type { Browser } from 'playwright'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { agreedVersion } from '#server/contract/accounts/agreed-texts.ts'
import { beforeTests } from '#tests/support/runner/before-tests.ts'
import { openBrowser } from '#tests/support/browser/browser.ts'
import { startClockedSite, type ClockedSite } from '#tests/support/site/clocked-site.ts'
import { isProof } from '#tests/support/runner/sample.ts'
import { parentByRequests, parentWithPhone, type Parent } from '#tests/support/journeys/parents.ts'

/** The whole way of a parent with scripts, without scripts (in the proofs), and without any browser. */

const openDay = z.object({
  id: z.number(),
  school: z.object({ id: z.number(), name: z.string() }),
})
const list = z.object({ items: z.array(z.unknown()) })

let site: ClockedSite
let browser: Browser

beforeTests(async () => {
  site = await startClockedSite()
  browser = await openBrowser()
  return async () => {
    await browser.close()
    await site.stop()
  }
})

/** `data` of a call, as the owner of a token or as nobody. */
async function call(path: string, token = '', body?: Record<string, unknown>): Promise<unknown> {
  const answer = await fetch(site.url + path, {
    headers: { 'content-type': 'application/json', ...(token === '' ? {} : { token }) },
    ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
  })
  const { code, data }: { code: number; data: unknown } = await answer.json()
  return code === 1000 ? data : code
}

/** Open days of schools that can be booked. */
async function openDays() {
  const { items } = list.parse(await call('/api/opendays?city_code=4403&state=open&page_size=50'))
  return items.flatMap((item) => openDay.safeParse(item).data ?? [])
}

const ways: [way: string, phone: string, start: (address: string) => Promise<Parent>][] = [
  [
    'in a browser with scripts',
    '13800000001',
    (address) => parentWithPhone(browser, { origin: site.url, address, scripts: true }),
  ],
  [
    'in a browser without scripts',
    '13800000002',
    (address) => parentWithPhone(browser, { origin: site.url, address, scripts: false }),
  ],
  ['by requests alone', '13800000003', async (address) => parentByRequests({ origin: site.url, address })],
]

test.each(ways.filter(([way]) => isProof || way !== 'in a browser without scripts'))(
  'a parent %s finds a school, makes it a favourite, books, cancels, asks, edits, exports and leaves',
  async (way, phone, start) => {
    const parent = await start(`10.77.0.${phone.at(-1)}`)
    const arrives = async (path: RegExp) => {
      await expect.poll(() => parent.at(), { timeout: 20_000 }).toMatch(path)
    }
    const reads = async (words: RegExp | string) => {
      await expect.poll(() => parent.words(), { timeout: 20_000 }).toMatch(words)
    }
    const masked = `${phone.slice(0, 3)}****${phone.slice(7)}`
    const question = `校车几点到？（${way}）`
    const [day] = await openDays()
    if (day === undefined) throw new Error('the sample has open days that can be booked')
    const { id: dayId, school } = day

    await parent.open('/')
    await parent.click('搜索', { q: school.name.slice(0, 6) })
    await arrives(/^\/search\//)
    await reads(school.name)
    await parent.follow(new RegExp(`^/school/${school.id}/$`))
    await arrives(new RegExp(`^/school/${school.id}/$`))

    await parent.click('收藏')
    // With scripts the login opens over the page.
    await arrives(/^\/login\/|[?&]modal=login$/)
    await parent.click('获取验证码', { phone, agreed: true })
    await reads('验证码已发出')
    await parent.click('登录', { code: await site.nextCode(phone) })
    await arrives(new RegExp(`^/school/${school.id}/$`))
    await reads('已收藏')
    const token = (await parent.token()) ?? ''
    expect(await call(`/api/school/collect/${school.id}`, token)).toEqual({ collected: true })
    await parent.open('/mycollect/')
    await reads(school.name)

    await parent.open(`/school/${school.id}/`)
    await parent.follow(new RegExp(`orderType=openday&openDayId=${dayId}$`))
    await reads('也可以取消和撤回')
    await parent.click('预约开放日', { name: '林女士', consent_contact: true })
    await arrives(/^\/order\/[0-9A-Z]{26}\//)
    const access = /^\/order\/(\w+)/.exec(parent.at())?.[1] ?? ''
    expect(parent.at()).not.toContain(phone)
    const own = await call('/api/center/requests', token)
    const { reference = '' } =
      z.object({ items: z.array(z.object({ reference: z.string() })) }).parse(own).items[0] ?? {}
    await parent.open(`/order/${reference}/`)
    await reads('预约成功')
    await parent.open(`/order/${access}/`)
    await reads(reference)
    const request = (state: string) => ({ items: [{ reference, state, name: '林**', phone: masked }] })
    expect(await call('/api/center/requests', token)).toMatchObject(request('received'))

    await parent.open('/personal/requests/')
    await reads(reference)
    await parent.click('确认取消')
    await reads('已取消')
    expect(await call('/api/center/requests', token)).toMatchObject(request('cancelled'))

    await parent.open(`/school/${school.id}/faq/`)
    await parent.click('提交问题', { question })
    await reads('审核后显示在这里')
    expect(JSON.stringify(await call(`/api/school/answers?school_id=${school.id}`))).not.toContain(question)

    await parent.open('/personal/edit/')
    await parent.click('保存', { nickname: '小树妈妈' })
    await arrives(/^\/personal\/$/)
    await reads('小树妈妈')
    expect(await call('/api/center/info', token)).toMatchObject({ nickname: '小树妈妈', phone: masked })

    site.pass(61)
    await parent.open('/personal/export/')
    await parent.click('获取验证码')
    await reads('验证码已发送到')
    await parent.click('在这里查看', { code: await site.nextCode(phone) })
    await reads('这是我们保存的关于您的全部数据')
    const exported = await parent.words()
    for (const own of [phone, '林女士', question, reference, school.name]) expect(exported).toContain(own)

    site.pass(61)
    await parent.open('/personal/delete/')
    await parent.click('获取验证码')
    await reads('验证码已发送到')
    await parent.click('确认注销账号', { code: await site.nextCode(phone) })
    await reads('账号已注销')
    expect(await parent.token()).toBeUndefined()
    expect(await call('/api/center/info', token)).toBe(1006)
    await parent.open('/personal/')
    await arrives(/^\/login\/\?redirect=%2Fpersonal%2F$/)

    site.pass(61)
    await call('/api/code', '', { phone })
    const again = await call('/api/login', '', {
      phone,
      code: await site.nextCode(phone),
      agreed: agreedVersion,
    })
    const { token: anew } = z.object({ token: z.string() }).parse(again)
    for (const part of ['collect', 'requests', 'consents']) {
      expect(await call(`/api/center/${part}`, anew), part).toMatchObject({ total: 0 })
    }
    await parent.leave()
  },
  180_000,
)
