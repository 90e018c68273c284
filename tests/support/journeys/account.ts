import { expect } from 'vitest'
import type { Journey, Walk } from './walk.ts'

const masked = (phone: string) => `${phone.slice(0, 3)}****${phone.slice(7)}`

/** Goes through the login that is shown. */
async function logInHere({ page, phone, site, reads }: Walk): Promise<void> {
  await page.getByLabel('手机号').fill(phone)
  await page.getByLabel('我已看过并同意').check()
  await page.getByRole('button', { name: '获取验证码' }).click()
  await reads('验证码已发出')
  await page.getByLabel('验证码', { exact: true }).fill(await site.nextCode(phone))
  await page.getByRole('button', { name: '登录', exact: true }).click()
}

/** Is led to the login from an own page, and back to it. */
export const logIn: Journey = async (walk) => {
  const { phone, open, arrives, reads, call } = walk
  await open('/personal/requests/')
  await arrives(/^\/login\/\?redirect=/)
  await logInHere(walk)
  await arrives(/^\/personal\/requests\/$/)
  await open('/personal/')
  await reads(masked(phone))
  expect(await call('/api/center/info', { token: await walk.token() })).toMatchObject({
    phone: masked(phone),
  })
}

/** Presses 收藏 without a login: it is done inside the login, and stands among the favourites. */
export const favourite: Journey = async (walk) => {
  const { page, open, arrives, call } = walk
  await open('/schoollist/shenzhen/')
  const row = page.locator('[id^="school-"]').nth(1)
  const id = (await row.getAttribute('id'))?.replace('school-', '') ?? ''
  const name = await row.getByRole('link').first().innerText()
  await row.getByRole('button', { name: /^收藏/ }).click()
  // The login page, or with scripts the login over the list.
  await arrives(/^\/(?:login\/\?redirect=|schoollist\/shenzhen\/\?modal=login$)/)
  await logInHere(walk)
  await arrives(/^\/schoollist\/shenzhen\/$/)
  await page.getByRole('button', { name: `已收藏${name}，点一下取消` }).waitFor()
  expect(await call(`/api/school/collect/${id}`, { token: await walk.token() })).toEqual({ collected: true })
  await open('/mycollect/')
  await page.getByRole('main').getByRole('link', { name, exact: true }).waitFor()
}

/** Changes the profile. */
export const edit: Journey = async (walk) => {
  const { page, open, arrives, reads, call } = walk
  const token = await walk.logIn()
  await open('/personal/edit/')
  await page.getByLabel('昵称').fill('小树妈妈')
  await page.getByLabel('孩子学段').selectOption('primary')
  await page.getByRole('button', { name: '保存' }).click()
  await arrives(/^\/personal\/$/)
  await reads('小树妈妈')
  expect(await call('/api/center/info', { token })).toMatchObject({ nickname: '小树妈妈', stage: 'primary' })
}

/** Logs out: own pages ask for a login again, and the session is over on the server. */
export const logOut: Journey = async (walk) => {
  const { page, open, arrives, call } = walk
  const token = await walk.logIn()
  await open('/personal/')
  await page.getByRole('button', { name: '退出登录' }).click()
  await arrives(/^\/$/)
  expect(await walk.token()).toBe('')
  await open('/personal/')
  await arrives(/^\/login\/\?redirect=/)
  expect(await call('/api/center/info', { token })).toBe(1103)
}
