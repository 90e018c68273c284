import { expect, test } from 'vitest'
import { orderPath } from '#app/paths.ts'
import { contactSections } from '#app/routes/pages/contact-text.server.ts'
import { privacySections } from '#app/routes/pages/privacy-text.server.ts'
import { unbrokenUnits } from '#app/routes/pages/unbroken-units.server.ts'

test('联系我们 leads to the form first where the operator gave neither phone nor email', () => {
  const form = { href: orderPath({ orderType: 'consult' }) }
  const cancel = { href: '/order/cancel/' }
  expect(contactSections(false)[0]).toMatchObject({ id: 'form', links: [form, cancel, {}, {}] })
  expect(contactSections(true)).toMatchObject([{ id: 'which', links: [form, cancel, {}, {}] }])
})

test('隐私政策 does not promise that a database overwrites at once what is deleted', () => {
  const rights = privacySections('测试站').find(({ id }) => id === 'rights')
  const [, , how] = rights?.table?.rows.find(([right]) => right === '删除、注销账号') ?? []
  expect(how).toMatch(/^一分钟内网站和工作人员都看不到了；.*残留.*以后的写入覆盖；备份在 30 天内过期/)
})

test('no number is parted from its unit in the texts and tables of a page', () => {
  const texts = ['版本：2026年11月25日', '约 500 米']
  const section = { id: 'a', heading: '甲', points: texts, table: { head: ['一'], rows: [texts] } }
  const [shown] = unbrokenUnits([section])
  const joined = ['版本：2026\u2060年11\u2060月25\u2060日', '约 500\u00a0米']
  expect(shown).toMatchObject({ points: joined, table: { rows: [joined] } })
})
