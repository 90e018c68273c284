import { expect, test } from 'vitest'
import { typedDay, typedMoment } from '#server/contract/staff/typed-times.ts'
import { scheduleDraft } from '#server/contract/staff/drafts.ts'
import { chinaMinute } from '#server/contract/staff/written-fields.ts'
import { asFieldTime, typedTime } from '#app/staff/parts/field-time.ts'

const nineThirty = '2026-12-05T01:30:00.000Z'

test.each([
  '2026-12-05T09:30',
  '2026-12-05 09:30',
  ' 2026-12-05  9:30 ',
  '2026-12-05 09:30:00',
  '2026/12/5 9:30',
  '2026年12月5日 09:30',
  '２０２６－１２－０５ ０９：３０',
  '2026-12-05T01:30Z',
  '2026-12-05T01:30:00.000Z',
  '2026-12-05T09:30+08:00',
  '2026-12-05 03:30 +0200',
])('forms of staff read %j as half past nine in China', (typed) => {
  expect(typedMoment(typed)?.toISOString()).toBe(nineThirty)
  expect(chinaMinute.parse(typed).toISOString()).toBe(nineThirty)
  expect(asFieldTime(typed)).toBe('2026-12-05T09:30')
  expect(typedTime(typed)).toBe('2026年12月5日 09:30')
})

test.each([
  '',
  'morgen',
  '2026-12-05',
  '2026-02-30 09:30',
  '2026-12-05 24:00',
  '2026-12-05 09:60',
  '1926-12-05 09:30',
])('%j is no time of a form', (typed) => {
  expect(chinaMinute.safeParse(typed).success).toBe(false)
})

test('a part of a second is kept: versions of rows have one', () => {
  expect(typedMoment('2026-12-05T01:30:07.123Z')?.toISOString()).toBe('2026-12-05T01:30:07.123Z')
})

test('what a refusal of a time gives as an example is taken', () => {
  const wrong = scheduleDraft.input.safeParse({ id: 1, version: 1, publish_at: 'morgen' })
  const [, example = ''] = /例如 (.+)$/.exec(wrong.error?.issues[0]?.message ?? '') ?? []
  expect(scheduleDraft.input.parse({ id: 1, version: 1, publish_at: example }).publish_at.toISOString()).toBe(
    nineThirty,
  )
})

test.each([
  ['2026-12-05', '2026-12-05'],
  ['2026/12/5', '2026-12-05'],
  ['2026年12月5日', '2026-12-05'],
  ['2026-02-30', undefined],
  ['yesterday', undefined],
])('a day is read as people write it: %j', (typed, day) => {
  expect(typedDay(typed)).toBe(day)
})
