import { expect, test } from 'vitest'
import { factOrigins } from '#app/schools/fact-origins.server.ts'

test('facts of one source and day are one line, those of most facts first', () => {
  const source = { source: '教育局名录', source_kind: 'official' as const, source_date: '2026-03-01' }
  expect(
    factOrigins([
      { facts: ['phone'], received_on: '2026-05-02', is_stale: false },
      { facts: ['tuition_min'], source_kind: 'school', source_url: 'https://a.example/', is_stale: true },
      { facts: ['kind', 'stages'], ...source, valid_until: '2027-08-31', is_stale: false },
      { facts: ['address'], ...source, valid_until: '2029-03-01', is_stale: false },
      { facts: ['students'], ...source, checked_on: '2026-04-01', is_stale: false },
    ]),
  ).toEqual([
    { facts: '地址、学段、办学类型', source: '教育局名录（官方记录）', days: '2026年3月1日' },
    { facts: '电话', source: '来源未注明', days: '日期未注明，2026年5月2日收入本站' },
    {
      facts: '学费',
      source: '学校公布',
      url: 'https://a.example/',
      days: '日期未注明，时间已久，可能变了',
      isStale: true,
    },
    {
      facts: '在校生',
      source: '教育局名录（官方记录）',
      days: '2026年3月1日，2026年4月1日由本站编辑核对',
    },
  ])
})
