import { expect, test } from 'vitest'
import { termsVersion, versionText } from '#server/contract/accounts/agreed-texts.ts'
import { orderPath } from '#app/paths.ts'
import { aboutSections } from '#app/routes/pages/about-text.server.ts'
import { advisorSections } from '#app/routes/pages/advisor-text.server.ts'
import { cooperationSections } from '#app/routes/pages/cooperation-text.server.ts'
import type { TextSection } from '#app/routes/pages/text-section.ts'
import { contactSections } from '#app/routes/pages/contact-text.server.ts'
import { privacySections } from '#app/routes/pages/privacy-text.server.ts'
import { termsSections } from '#app/routes/pages/terms-text.server.ts'
import { unbrokenUnits } from '#app/routes/pages/unbroken-units.server.ts'

/** What a page may say only where a setting says it. */
const claims = /顾问|编辑|工作日|走访|回电|小时内|不收费|当周|佣金/

const wordsOf = (sections: readonly TextSection[]) => JSON.stringify(sections)

test('联系我们 leads to the form first where the operator gave neither phone nor email', () => {
  const form = { href: orderPath({ orderType: 'consult' }) }
  const cancel = { href: '/order/cancel/' }
  expect(contactSections({})[0]).toMatchObject({ id: 'form', links: [form, cancel, {}, {}] })
  expect(contactSections({ phone: '0755-1' })[0]).toMatchObject({
    id: 'which',
    links: [form, cancel, {}, {}],
  })
})

test('联系我们 says how unlawful content is reported, to the operator as far as its settings say, and to 12377', () => {
  const saysOf = (site: Parameters<typeof contactSections>[0]) =>
    contactSections(site).find(({ id }) => id === 'report')
  const authority = '也可以向中央网信办违法和不良信息举报中心举报，电话 12377。'
  expect(saysOf({})?.paragraphs).toEqual(['请写明是哪一页、哪一句。涉及未成年人的，也请写明。', authority])
  const told = saysOf({
    phone: '0755-1',
    email: 'a@example.cn',
    reports: '工作日 9:00 到 18:00 受理，三天内答复',
  })
  expect(told).toMatchObject({
    paragraphs: [
      '向本站举报：电话 0755-1，邮箱 a@example.cn。',
      '工作日 9:00 到 18:00 受理，三天内答复。',
      {},
      authority,
    ],
    links: [{ href: 'https://www.12377.cn/' }],
  })
})

test('用户协议 names its version, the operator, and nothing that no setting says', () => {
  const of = (site: Parameters<typeof termsSections>[0]) => wordsOf(termsSections(site))
  expect(of({ name: '测试站' })).toContain(`您和测试站之间的约定，版本：${versionText(termsVersion)}。`)
  expect(of({ name: '测试站', company: '深圳择校有限公司' })).toContain('测试站的运营者深圳择校有限公司之间')
  expect(of({ name: '测试站' })).not.toMatch(claims)
})

test('关于我们 states by which standards it is accessible, how that was tried, and what falls short', () => {
  const stated =
    aboutSections({})
      .find(({ id }) => id === 'access')
      ?.paragraphs?.join('') ?? ''
  for (const said of ['WCAG 2.2 的 AA 级', 'GB/T 37668', '没有请第三方评测', '已知的不足', '请联系我们'])
    expect(stated).toContain(said)
})

test('隐私政策 does not promise that a database overwrites at once what is deleted', () => {
  const rights = privacySections({ name: '测试站' }).find(({ id }) => id === 'rights')
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

test('of the operator pages say what its settings say, and nothing else', () => {
  expect(wordsOf(aboutSections({}))).not.toMatch(claims)
  expect(wordsOf(cooperationSections)).not.toMatch(claims)
  expect(wordsOf(contactSections({}))).not.toMatch(claims)
  const told = { name: '测试站', advisors: ['王老师回电。'], checking: ['三个工作日内答复。'] }
  expect(wordsOf(aboutSections(told))).toContain('三个工作日内答复。')
  expect(wordsOf(advisorSections(told.advisors))).toContain('王老师回电。')
})

test('隐私政策 names the company that processes, with its address, where they are set', () => {
  const whoOf = (operator: Parameters<typeof privacySections>[0]) =>
    privacySections(operator).find(({ id }) => id === 'who')?.paragraphs?.[0]
  expect(whoOf({ name: '测试站' })).toMatch(/^本网站由测试站运营，是您的个人信息处理者。/)
  const company = { name: '测试站', company: '深圳择校有限公司', address: '深圳市某路 1 号', phone: '0755-1' }
  expect(whoOf(company)).toMatch(
    /^本网站由深圳择校有限公司运营，是您的个人信息处理者（地址：深圳市某路 1 号，电话：0755-1）。/,
  )
})
