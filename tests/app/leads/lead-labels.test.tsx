// @vitest-environment jsdom
import { createRemixStub } from '@remix-run/testing'
import { render } from '@testing-library/react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { consentText } from '#server/contract/leads/consents.ts'
import { leadFields } from '#server/contract/catalogue/lead-fields.ts'
import type { Lead } from '#app/leads/load-lead.server.ts'
import type { OrderView } from '#app/leads/load-order.server.ts'
import { BesideForm } from '#app/routes/order/beside-form.tsx'
import { LeadSubject } from '#app/routes/order/lead-subject.tsx'
import { cancellationText, endedText, nextSteps, leadHeading } from '#app/leads/lead-labels.ts'
import { waitingLabels } from '#app/leads/order-labels.ts'
import { leadView } from '#app/routes/personal/lead-view.ts'

const day = {
  id: 5,
  title: '校园开放日',
  starts_at: '2026-06-23T02:00:00.000Z',
  ends_at: '2026-06-23T04:00:00.000Z',
  cancelled: false,
  changed_at: '2026-11-01T02:00:00.000Z',
}
const booked: Lead = {
  reference: 'ABCDE12345',
  order_type: 'openday',
  state: 'received',
  status: 'booked',
  created_at: '2026-06-01T00:00:00.000Z',
  city_code: '4403',
  name: '林**',
  phone: '139****0001',
  school: { id: 7, name: '甲学校' },
  open_day: day,
  recipient: '甲学校',
  recipient_kind: 'school',
  cancellable: true,
  tickets: [],
}
const moved: Lead = { ...booked, open_day: { ...day, booked_for: '2026-06-22T02:00:00.000Z' } }
const off: Lead = {
  ...moved,
  status: 'off',
  open_day: { ...day, booked_for: '2026-06-22T02:00:00.000Z', cancelled: true, cancel_reason: '台风' },
}
const subjectOf = (found: Lead) => renderToStaticMarkup(<LeadSubject found={found} />)
const wordsOf = (found: Lead) => subjectOf(found).replace(/<[^>]+>/g, '')

test('a booking says when it is; a moved one that it was moved, and from when', () => {
  expect(leadHeading(booked)).toMatch(/^预约成功，6月23日周二 10:00\u00a0见$/)
  expect(subjectOf(booked)).not.toMatch(/改期|原定|取消/)
  expect(leadHeading(moved)).toMatch(/^已改期到 6月23日周二 10:00，预约仍然有效$/)
  expect(wordsOf(moved)).toMatch(/已改期，原定 2026年6月22日.* 10:00/)
})

test('a guest who will be reminded by a message reads so, one who will not does not', () => {
  expect(nextSteps({ ...booked, reminder: true })[1]).toBe('活动前一天会发短信提醒您。')
  expect(nextSteps(booked).join('')).not.toContain('提醒')
})

test('before it is sent, no form says that a seat is taken, and advice is no booking', () => {
  const view: OrderView = {
    key: 'k',
    orderType: 'openday',
    recipient: { kind: 'school', name: '甲学校' },
    school: { id: 7, name: '甲学校' },
    openDay: { id: 5, title: '校园开放日', state: 'open', when: '' },
    others: [],
  }
  const wordsOfForm = (more: Partial<OrderView>) => {
    const Component = () => <BesideForm view={{ ...view, ...more }} isRefused={false} />
    const Stub = createRemixStub([{ path: '/', Component }])
    // The stub's router announces a future flag of the next major version.
    vi.mocked(console.warn).mockImplementation(() => undefined)
    const { container } = render(<Stub />)
    vi.mocked(console.warn).mockClear()
    return container.innerHTML
  }
  expect(wordsOfForm({})).toContain('有名额就马上为您留好；要入场码的场次，预约后给您入场码。')
  expect(wordsOfForm({})).not.toContain('已经')
  expect(wordsOfForm({ orderType: 'consult' })).toContain('咨询不收费，也不等于报名。')
})

test('a booking at another place than it was booked for says so, on its page and in the account', () => {
  const elsewhere: Lead = { ...booked, open_day: { ...day, place: '西门', booked_place: '东门' } }
  expect(wordsOf(elsewhere)).toContain('西门地点已改，原定 东门')
  const { state, facts } = leadView(elsewhere, [])
  expect(state).toBe('已预约，地点已改')
  expect(facts).toContainEqual({ label: '原定地点', value: '东门（地点已改）' })
  expect(
    wordsOf({ ...elsewhere, open_day: { ...day, booked_place: '东门', cancelled: true } }),
  ).not.toContain('东门')
})

test('a cancelled open day is shown with its reason and its time', () => {
  expect(leadHeading(off)).toBe('开放日已取消')
  const subject = wordsOf(off)
  expect(subject).toMatch(/原定 2026年6月23日.*（已取消，请不要前往）.*取消原因：台风/)
  expect(subject).not.toContain('已改期')
})

test('the name of a withdrawn school is no link', () => {
  expect(subjectOf(booked)).toContain('<a href="/school/7/">甲学校</a>')
  const gone = subjectOf({ ...off, school: { id: 7, name: '甲学校', withdrawn: true } })
  expect(gone).toContain('甲学校')
  expect(gone).not.toContain('href')
})

test('the consent names what its form asks for, and no child where none is asked for', () => {
  expect(consentText('contact', '甲学校', 'order')).toContain(
    '称呼、电话、联系方式、方便的时间、孩子年级和留言',
  )
  expect(consentText('contact', '甲学校', 'openday')).toContain('称呼、电话、联系方式、孩子年级和留言')
  expect(consentText('contact', '甲学校', 'cooperation')).toContain('称呼、电话、联系方式和留言')
})

test.each(['order', 'consult', 'course', 'planning'] as const)(
  'who calls about a request for %s is whom the consent named',
  (type) => {
    const {
      school: _school,
      open_day: _day,
      ...rest
    } = { ...booked, status: 'submitted', order_type: type } as const
    const ofSchool = { ...rest, school: { id: 7, name: '甲学校' } }
    expect(consentText('contact', ofSchool.recipient ?? '')).toContain('【甲学校】')
    expect(nextSteps(ofSchool)[0]).toBe('谁会给您打电话：甲学校。本站只把申请转给学校，自己不打电话。')
    const ofSite = { ...ofSchool, recipient: '择校通', recipient_kind: 'operator' } as const
    expect(nextSteps(ofSite)[0]).toMatch(
      /^谁会给您打电话：择校通的工作人员，替您问甲学校；不把您的姓名和电话给学校。$/,
    )
    const { school: _none, ...toSite } = ofSite
    expect(nextSteps(toSite)[0]).toBe('谁会给您打电话：择校通的工作人员。')
  },
)

const submitted: Lead = { ...booked, status: 'submitted', order_type: 'consult' }

test('how a family asked to be contacted is repeated, and no time is promised', () => {
  for (const { slug, label } of leadFields.contact_preference.terms) {
    const steps = nextSteps({ ...submitted, contact_preference: slug })
    expect(steps[1]).toBe(`联系方式按您选的来：${label}。`)
    expect(steps.join('')).not.toMatch(/工作日内|尽快/)
    for (const status of ['booked', 'waiting'] as const)
      expect(nextSteps({ ...booked, status, contact_preference: slug })).toContain(steps[1])
  }
  expect(wordsOf({ ...submitted, contact_preference: 'no_call' })).toContain(
    '希望怎么联系：不要打电话，只发短信',
  )
})

test('the wish and the number of people of a joint request stand on its pages as facts', () => {
  const wished = { ...submitted, wish: '2026年12月5日周六上午', people: '3' }
  expect(wordsOf(wished)).toContain('想去的时间：2026年12月5日周六上午')
  expect(wordsOf(wished)).toContain('一共几个人：3 人')
  expect(leadView(wished, []).facts).toContainEqual({ label: '一共几个人', value: '3 人' })
})

test('of a request that a school has, nobody is promised that the school will not call', () => {
  const ended = { status: 'cancelled', order_type: 'order', transferred: undefined } as const
  expect(endedText(ended)).toBe('已取消，我们不会再为这次申请联系您。')
  const transferred = { at: '2026-06-02T01:00:00.000Z', school: '甲学校', phone: '0755-11112222' }
  for (const status of ['cancelled', 'withdrawn'] as const) {
    const text = endedText({ ...ended, status, transferred })
    expect(text).not.toContain('不会再有人')
    expect(text).toMatch(/我们不会再联系您。【甲学校】已在 2026年6月2日.*收到.*请.*学校（0755-11112222）/)
  }
  for (const order_type of ['order', 'consult', 'openday'] as const)
    for (const status of ['submitted', 'booked'] as const) {
      const text = cancellationText({ status, order_type, transferred })
      expect(text).not.toContain('不会再有人')
      expect(text).toContain('【甲学校】已在')
    }
  expect(wordsOf({ ...submitted, transferred })).toContain('已于 2026年6月2日（周二） 09:00 转给【甲学校】')
  expect(leadView({ ...submitted, transferred }, []).facts).toContainEqual({
    label: '转给学校',
    value: '甲学校，2026年6月2日（周二） 09:00',
  })
})

test('who was called already is promised no call', () => {
  for (const order_type of ['order', 'consult'] as const) {
    const contacted: Lead = { ...submitted, order_type, status: 'contacted' }
    expect(leadHeading(contacted)).toMatch(/：已经联系过您$/)
    expect(nextSteps(contacted).join('')).not.toContain('打电话')
  }
})

test('a place on the waiting list says which, how a seat is told, and until when; afterwards that there was none', () => {
  const waiting: Lead = {
    ...booked,
    state: 'waiting',
    status: 'waiting',
    waitlisted: true,
    waiting: { position: 3, until: '2026-06-21T10:00:00.000Z', notified_by: 'sms' },
  }
  expect(leadHeading(waiting)).toBe('候补中，您排在第\u00a03\u00a0位')
  expect(nextSteps(waiting).join('')).toMatch(/自动转为预约，并发短信告诉您.*候补到 .*18:00 为止/)
  const called: Lead = { ...waiting, waiting: { position: 3, until: day.starts_at, notified_by: 'call' } }
  expect(nextSteps(called).join('')).toMatch(/自动转为预约，本站的工作人员会打电话告诉您/)
  const { waiting: _place, ...late } = waiting
  expect(leadHeading(late)).toBe('候补已截止，没有轮到您')
  expect(nextSteps(late).join('')).not.toMatch(/留好|按时到场/)
  expect(leadHeading({ ...booked, waitlisted: true })).toMatch(/^候补成功，已转为预约，/)
})

test('a place that staff took off the waiting list says so, not that its sender cancelled it', () => {
  const removed: Lead = { ...booked, status: 'cancelled', waitlisted: true, removal_reason: '只面向小升初' }
  expect(leadHeading(removed)).toBe('已移出候补')
})

test('我的申请 gives the reason of a removal before everything else', () => {
  const removed: Lead = { ...booked, status: 'cancelled', waitlisted: true, removal_reason: '只面向小升初' }
  const { title, state, facts } = leadView(removed, [])
  expect([title, state, facts[0]]).toEqual([
    waitingLabels.title,
    '已移出候补',
    { label: '移出原因', value: '只面向小升初' },
  ])
})

test('a booking of two days says when it ends, on its page and in 我的申请', () => {
  const twoDays = { starts_at: '2026-06-20T01:00:00.000Z', ends_at: '2026-06-21T08:00:00.000Z' }
  const lead: Lead = { ...booked, open_day: { ...day, ...twoDays } }
  const text = '2026年6月20日（周六） 09:00 – 6月21日周日 16:00'
  expect(subjectOf(lead).replace(/<[^>]*>/g, '')).toContain(text)
  expect(leadView(lead, []).facts).toContainEqual({ label: '时间', value: text })
})
