import { expect } from 'vitest'
import { firstIds, type Journey, type Walk } from './walk.ts'

/** Fills the form of a request, as a page or over one, and sends it; the access token that the next page's address has. */
async function sendRequest({ page, phone, arrives }: Walk, button: string): Promise<string> {
  const form = page.locator('form[action="/order/"]')
  await form.locator('[name="name"]').fill('林女士')
  await form.locator('[name="phone"]').fill(phone)
  await form.locator('[name="consent_contact"]').check()
  await form.getByRole('button', { name: button }).click()
  await arrives(/^\/order\/[0-9A-Z]{26}\//)
  await page.getByText('凭编号和手机验证码可以取消').waitFor()
  const shown = page.url() + (await page.content())
  expect(shown).not.toContain(phone)
  expect(shown).not.toContain('林女士')
  const [, access = ''] = /\/order\/([0-9A-Z]{26})\//.exec(page.url()) ?? []
  return access
}

/** Books an open day from the city's calendar. */
export const openDay: Journey = async (walk) => {
  const { page, open, arrives, call } = walk
  await open('/openday/shenzhen/?state=open')
  await page
    .getByRole('main')
    .getByRole('link', { name: /^预约\s/ })
    .first()
    .click()
  await arrives(/openDayId=\d+/)
  const id = Number(new URL(page.url()).searchParams.get('openDayId'))
  const access = await sendRequest(walk, '预约开放日')
  expect(await call('/api/requests', { body: { access } })).toMatchObject({
    status: 'booked',
    open_day: { id },
  })
}

/** Asks a school for a visit. */
export const lead: Journey = async (walk) => {
  const { page, open, call } = walk
  const [id = 0] = await firstIds(walk, '/api/schools?city_code=4403&page_size=1')
  await open(`/school/${id}/`)
  await page.getByRole('navigation', { name: '快捷操作' }).getByRole('link', { name: '预约参观' }).click()
  const dialog = page.getByRole('dialog', { name: '预约参观' })
  await dialog.waitFor()
  expect(await dialog.getByRole('checkbox', { checked: true }).count()).toBe(0)
  const access = await sendRequest(walk, '提交预约')
  expect(await call('/api/requests', { body: { access } })).toMatchObject({
    status: 'submitted',
    school: { id },
  })
}

/** Asks a question about a school, which stands among all that is kept about its author. */
export const question: Journey = async (walk) => {
  const { page, open, reads, call, site, phone } = walk
  const token = await walk.logIn()
  const [id = 0] = await firstIds(walk, '/api/schools?city_code=4403&page_size=1')
  const asked = `校车几点到？（${phone}）`
  await open(`/school/${id}/faq/`)
  await page.getByLabel('问题', { exact: true }).fill(asked)
  await page.getByRole('button', { name: '提交问题' }).click()
  await reads('审核后显示在这里')
  expect(JSON.stringify(await call(`/api/school/answers?school_id=${id}`))).not.toContain(asked)
  await call('/api/code', { token, body: {} })
  const exported = await call('/api/center/export', { token, body: { code: await site.nextCode(phone) } })
  expect(JSON.stringify(exported)).toContain(asked)
}
