import { TOTP } from 'otpauth'
import type { Browser, BrowserContext, Page } from 'playwright'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { sidewaysFindings } from '#tests/support/browser/axe.ts'
import { openBrowser, openPhone } from '#tests/support/browser/browser.ts'
import { beforeTests } from '#tests/support/runner/before-tests.ts'
import { startClockedSite, type ClockedSite } from '#tests/support/site/clocked-site.ts'
import { staffExaminer } from '#tests/support/staff/staff-examiner.ts'

/** Leads, questions and reports of errors in a browser: a day's work without scripts, and hostile texts with them. */

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

const school = 23
const attack = '<img src=x onerror=document.title="hit">'
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const click = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

async function send(path: string, body: object): Promise<unknown> {
  const response = await fetch(site.url + path, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  })
  const { code, data } = z.object({ code: z.int(), data: z.unknown() }).parse(await response.json())
  expect(code).toBe(1000)
  return data
}

/** A lead, a question and a report from a visitor, every text of them an attack. */
async function sendAttacks(phone: string): Promise<{ reference: string; question: number }> {
  const lead = await send('/api/clue', {
    name: '<b onclick=x>张三</b>',
    phone,
    school_id: school,
    message: attack,
    source: attack,
    grade: 'g7',
    consent_contact: true,
    consent_guardian: true,
  })
  await send('/api/clue/send_code', { phone })
  const question = await send('/api/school/questions', {
    school_id: school,
    question: `有校车吗？${attack}`,
    name: '<b onclick=x>李四</b>',
    phone,
    code: await site.nextCode(phone),
  })
  const report = { school_id: school, field: 'tuition', wrong: `学费不对${attack}`, right: attack, phone }
  await send('/api/school/corrections', { ...report, consent_contact: true })
  return {
    reference: z.object({ reference: z.string() }).parse(lead).reference,
    question: z.object({ id: z.int() }).parse(question).id,
  }
}

/** Logs an administrator in for the first time. */
async function logIn(context: BrowserContext, phone: string): Promise<Page> {
  await site.addAdministrator('周主管', phone)
  const page = await context.newPage()
  await page.goto(`${site.url}/staff/leads/`)
  await page.getByLabel('手机号').fill(phone)
  await click(page, '获取验证码')
  await page.getByLabel('验证码', { exact: true }).fill(await site.nextCode(phone))
  await click(page, '下一步')
  await heading(page, '设置动态码').waitFor()
  const secret = (await page.locator('code').innerText()).replaceAll(' ', '')
  await page.getByLabel('动态码').fill(new TOTP({ secret }).generate({ timestamp: site.now().getTime() }))
  await click(page, '登录')
  await heading(page, '保存恢复码').waitFor()
  await page.getByText('保存好了').click()
  await heading(page, '线索').waitFor()
  return page
}

test('without scripts on a phone a lead is called, a question answered and a report answered', async () => {
  const { reference } = await sendAttacks('13900000301')
  const context = await openPhone(browser, { javaScriptEnabled: false })
  const page = await logIn(context, '13800000301')
  await page.getByText('筛选', { exact: true }).click()
  await page.getByLabel('状态').selectOption({ label: '待联系' })
  await click(page, '查询')
  expect(await page.content()).not.toContain('13900000301')
  await page.getByRole('link', { name: reference }).click()
  await heading(page, '<**，').waitFor()
  await click(page, '显示电话')
  expect(await page.getByRole('link', { name: '13900000301' }).getAttribute('href')).toBe(
    'tel:+8613900000301',
  )
  expect(page.url()).not.toContain('139')
  await click(page, '记下')
  await page.getByRole('alert').getByText('请选择结果').waitFor()
  await page.getByLabel('结果').selectOption({ label: '约好到访' })
  await page.getByLabel('备注（选填）').fill('周六上午来')
  await click(page, '记下')
  await page.getByText('已记下这次联系。').waitFor()
  expect(await page.getByRole('table', { name: '经过' }).innerText()).toMatch(
    /约好到访[^]*周六上午来[^]*周主管/,
  )
  expect(await page.content()).not.toContain('13900000301')
  await page.getByRole('link', { name: '转给学校' }).click()
  await click(page, '转给学校')
  await page.getByText('已转给学校，').waitFor()

  await page.getByText(/^栏目：/).click()
  await page.getByRole('link', { name: '问答' }).click()
  await page.getByRole('link', { name: '有校车吗？' }).click()
  await page.getByLabel('公开的文字').fill('有校车吗？怎么坐？')
  await click(page, '保存文字')
  await page.getByText('文字已改，原文留存。').waitFor()
  await page.getByLabel('回答').fill('有，分三条线。')
  await click(page, '回答并公开')
  await page.getByText('回答已公开。').waitFor()

  await page.getByText(/^栏目：/).click()
  await page.getByRole('link', { name: '纠错' }).click()
  await page.getByRole('link', { name: '学费不对' }).click()
  await page.getByLabel('核实的结果').selectOption({ label: '已更正' })
  await page.getByLabel('答复').fill('已按简章更正')
  await click(page, '保存答复')
  await page.getByText('答复已存。').waitFor()
  await context.close()
}, 120_000)

test('hostile texts are shown as texts, and axe finds nothing at 390 and 1280 px', async () => {
  const { reference, question } = await sendAttacks('13900000302')
  const context = await openPhone(browser, { bypassCSP: true })
  const page = await logIn(context, '13800000302')
  const { examine: examineLook, found } = staffExaminer(page)
  const examine = async (name: string) => {
    expect(await page.title()).not.toBe('hit')
    expect(await page.locator('main :is(img, b[onclick])').count()).toBe(0)
    await examineLook(name)
  }
  await examine('leads')
  await click(page, '开始工作')
  await page.getByRole('button', { name: '结束' }).waitFor()
  await examine('lead queue')
  await click(page, '结束')
  await page.getByText('已放弃认领').waitFor()
  await page.goto(`${site.url}/staff/leads/${reference}/`)
  await page.getByLabel('备注', { exact: true }).last().fill(attack)
  await click(page, '添加备注')
  await page.getByText('备注已添加。').waitFor()
  expect(await page.getByLabel('备注', { exact: true }).last().inputValue()).toBe('')
  await click(page, '显示电话')
  await page.getByRole('link', { name: '13900000302' }).waitFor()
  expect(await page.getByText(attack).count()).toBeGreaterThan(2)
  await examine('lead')
  for (const width of [768, 1000])
    for (const path of ['leads/', `leads/${reference}/`, 'sessions/?member=0']) {
      await page.setViewportSize({ width, height: 900 })
      await page.goto(`${site.url}/staff/${path}`)
      found.push(...(await sidewaysFindings(page)).map((finding) => `${path}, ${width} px: ${finding}`))
    }
  await page.goto(`${site.url}/staff/leads/${reference}/transfer/`)
  await examine('transfer')
  await page.goto(`${site.url}/staff/questions/`)
  await examine('questions')
  await page.goto(`${site.url}/staff/questions/${question}/`)
  await page.getByLabel('原因').fill(attack)
  await click(page, '不公开')
  await page.getByText('已设为不公开').waitFor()
  await page.goto(`${site.url}/staff/questions/${question}/`)
  await click(page, '显示提问人（会记录）')
  await page.getByText('<b onclick=x>李四</b>').waitFor()
  await examine('question')
  await page.setViewportSize({ width: 320, height: 640 })
  await page.reload()
  found.push(...(await sidewaysFindings(page)).map((finding) => `question, 320 px: ${finding}`))
  await page.goto(`${site.url}/staff/corrections/`)
  await examine('corrections')
  await page.getByRole('link', { name: '学费不对' }).first().click()
  await click(page, '显示电话（会记录）')
  await page.getByText('13900000302').waitFor()
  await examine('correction')
  expect(found).toEqual([])
  await context.close()
}, 120_000)
