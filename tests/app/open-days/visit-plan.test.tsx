import { expect, test } from 'vitest'
import { defaultCity } from '#server/contract/cities.ts'
import { JointForm } from '#app/leads/joint-form.tsx'
import { VisitChoice, VisitPlan } from '#app/routes/openday/visit-plan.tsx'
import { JointLeads } from '#app/routes/order/joint-leads.tsx'
import { markupAt } from '#tests/support/pages/page-markup.tsx'
import { access, ownRequest } from '#tests/support/routes/sample-api.ts'

const hrefsOf = (html: string) => [...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)

test('a plan leads to its open days, to those that it lacks, and to one form for all, for the child of the address', () => {
  const plan = {
    days: [
      { date: '3月6日周六', stops: [{ id: 31, school: '甲学校', title: '开放日', hours: '10:00–12:00' }] },
    ],
    others: [
      { id: 8, name: '乙学校', why: '近期没有开放日', isReceiving: true },
      { id: 9, name: '丙学校', why: '最近一场', openDayId: 32, isReceiving: false },
    ],
    openDayIds: [31],
    canAsk: true,
  }
  const html = markupAt(<VisitPlan plan={plan} ids={[7, 8, 9]} />, '/?grade=g6')
  expect(hrefsOf(html)).toEqual([
    '/openday/31/?grade=g6',
    '/school/8/?grade=g6',
    '/order/?orderType=order&amp;schoolId=8&amp;grade=g6',
    '/school/9/?grade=g6',
    '/openday/32/?grade=g6',
    '/order/joint/?ids=7,8,9&amp;days=31&amp;grade=g6',
    '/order/book/?ids=7,8,9&amp;grade=g6',
  ])
  expect(html).toContain('这所学校不在本站接收预约，请直接联系学校')
})

test('schools of a plan are chosen by a plain form', () => {
  const html = markupAt(<VisitChoice city={defaultCity} items={[]} without={[{ id: 7, name: '甲学校' }]} />)
  expect(html).toContain('action="/openday/shenzhen/"')
  expect(html).toContain('<input type="checkbox" name="ids" value="7"/>甲学校')
})

test('the form for several schools has a time and the consents of each, and none of one that nobody answers for', () => {
  const visit = {
    schoolId: 7,
    school: '甲学校',
    recipient: { kind: 'school' as const, name: '甲学校' },
    times: [{ value: 'any', label: '时间跟学校定', group: '单独参观' }],
    time: 'any',
  }
  const html = markupAt(
    <JointForm
      view={{ key: 'key-of-one-form', visits: [visit], unreachable: [{ id: 9, name: '丙学校' }] }}
    />,
  )
  const names = [...html.matchAll(/ name="(\w+_[79])"/g)].map(([, name]) => name)
  expect(names).toEqual(['recipient_7', 'time_7', 'consent_contact_7', 'consent_guardian_7'])
  expect(html).not.toContain('checked')
  expect(html).toContain('丙学校没有在本站接收预约和提问')
})

test('where nobody answers for any of several schools there is no form', () => {
  const html = markupAt(
    <JointForm view={{ key: 'key-of-one-form', visits: [], unreachable: [{ id: 9, name: '丙学校' }] }} />,
  )
  expect(html).toContain('丙学校没有在本站接收预约和提问')
  expect(html).not.toContain('<form')
})

test('the page of what was sent leads to each of them and to its cancellation', () => {
  const html = markupAt(<JointLeads address={access} lost={1} leads={[{ access, lead: ownRequest }]} />)
  expect(hrefsOf(html)).toEqual(expect.arrayContaining([`/order/${access}/`, `/order/${access}/cancel/`]))
  expect(html).toContain('另有 1 份申请，这个网址已经打不开了')
})
