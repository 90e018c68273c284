import { TOTP } from 'otpauth'
import type { Page } from 'playwright'
import type { ClockedSite } from '#tests/support/site/clocked-site.ts'

/** Makes an administrator with a phone, logs in for the first time and opens a page of the staff area. */
export async function logInAsAdministrator(
  site: ClockedSite,
  page: Page,
  { phone, path }: { phone: string; path: string },
): Promise<void> {
  const button = (name: string) => page.getByRole('button', { name })
  await site.addAdministrator('周主管', phone)
  await page.goto(`${site.url}/staff/${path}`)
  await page.getByLabel('手机号').fill(phone)
  await button('获取验证码').click()
  await page.getByLabel('验证码', { exact: true }).fill(await site.nextCode(phone))
  await button('下一步').click()
  const secret = (await page.locator('code').innerText()).replaceAll(' ', '')
  await page.getByLabel('动态码').fill(new TOTP({ secret }).generate({ timestamp: site.now().getTime() }))
  await button('登录').click()
  await page.getByRole('main').getByRole('link', { name: '保存好了' }).click()
}
