import { expect, test } from 'vitest'
import { openDayPoster, rankingPoster, schoolPoster } from '#server/services/media/posters/poster.ts'
import { openDay, ranking, schoolCard, schoolDetail } from '#tests/support/routes/sample-api.ts'

/** What posters say. */

test('a school’s poster says the first three known of the facts that decide', () => {
  const passports = [
    { facts: ['tuition_min' as const], source_date: '2026-05-01', is_stale: false },
    { facts: ['phone' as const], received_on: '2026-06-01', is_stale: false },
  ]
  expect(schoolPoster(schoolDetail({ passports }))).toEqual({
    path: '/school/7/',
    kicker: '国际学校 · 高中',
    title: '深圳弦歌学校',
    facts: [
      { label: '学费', text: '18–22\u00a0万/年' },
      { label: '课程', text: 'IB' },
      { label: '位置', text: '深圳 · 南山区' },
    ],
    notes: ['扫码看费用、招生、师资、问答', '资料截至 2026-05-01'],
  })
})

test('a school’s poster for a child says first what a year in its grade costs', () => {
  const costs = (missing: ('tuition' | 'lodging' | 'bus')[]) => {
    const cost = { stay: 'day' as const, yearly: 153_000, parts: [], unassigned: [], missing }
    return schoolPoster(schoolDetail({ child: { grade: 'g5', year: 2027, cost } })).facts[0]
  }
  expect(costs([])).toEqual({ label: '一年要付', text: '五年级走读 15.3\u00a0万' })
  expect(costs(['bus'])?.text).toBe('五年级走读 15.3\u00a0万起')
})

test('of a little-known school the poster says no more than is known', () => {
  const school = schoolDetail({
    tuition_min: undefined,
    tuition_max: undefined,
    curricula: [],
    district: undefined,
    boarding: undefined,
    class_size: 24,
    state: 'closed',
    sample: true,
  })
  expect(schoolPoster(school)).toMatchObject({
    kicker: '已停办 · 国际学校 · 高中',
    facts: [
      { label: '位置', text: '深圳' },
      { label: '班级', text: '每班约 24 人' },
    ],
    notes: [expect.any(String), '示例数据，不对应任何真实机构'],
  })
})

test('a price of a closed school is one of the past, and no price is free where none is charged', () => {
  expect(schoolPoster(schoolDetail({ state: 'closed' })).facts[0]?.text).toBe('停办前 18–22\u00a0万/年')
  expect(schoolPoster(schoolDetail({ tuition_min: 0, tuition_max: 0 })).facts[0]?.text).toBe('免学费')
})

test('an open day’s poster says when, where and whether it can be booked, in China’s time', () => {
  const day = { ...openDay, starts_at: '2027-03-06T01:30:00.000Z', ends_at: '2027-03-06T04:00:00.000Z' }
  expect(openDayPoster(day, schoolDetail())).toMatchObject({
    path: '/openday/31/',
    kicker: '开放日 · 深圳弦歌学校',
    title: '校园开放日',
    facts: [
      { label: '时间', text: '3月6日（周六）09:30–12:00' },
      { label: '地点', text: '学府路 1 号' },
      { label: '预约', text: '可以预约，扫码看名额' },
    ],
  })
  const days = { ...day, ends_at: '2027-03-07T04:00:00.000Z', state: 'cancelled' as const }
  expect(openDayPoster(days, undefined).facts).toEqual([
    { label: '时间', text: '3月6日 09:30 – 3月7日 12:00' },
    { label: '地点', text: '学府路 1 号' },
    { label: '预约', text: '已经取消' },
  ])
})

test('a ranked list’s poster has its first three schools, the year, and whether places were paid for', () => {
  const places = [1, 2, 3, 4].map((place) => ({ place, school: schoolCard({ name: `学校${place}` }) }))
  expect(rankingPoster({ ...ranking, paid: true, places })).toEqual({
    path: '/toplist/shenzhen/?list=high-2026',
    kicker: '深圳榜单 · 2026 年 · 广告',
    title: '深圳国际高中榜',
    facts: [1, 2, 3].map((place) => ({ label: `第 ${place} 名`, text: `学校${place}` })),
    notes: ['共 4 所，扫码看评分方法和全部名次'],
  })
})
