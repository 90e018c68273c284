import { expect, test } from 'vitest'
import { exportSections } from '#app/routes/personal/export-sections.ts'
import { exportedColumns } from '#server/services/accounts/exported-columns.ts'

test('every value of an export has a Chinese label', () => {
  const names = Object.values(exportedColumns).flatMap((columns) =>
    Object.values(columns).filter((name) => name !== undefined),
  )
  const linked = ['school', 'open_day', 'event', 'reference']
  const record = Object.fromEntries([...names, ...linked].map((name) => [name, 'x']))
  const [part] = exportSections({ requests: [record] })
  expect(part?.title).toBe('申请')
  for (const { label } of part?.rows ?? []) expect(label).toMatch(/^第 1 条 · [\u4e00-\u9fff]+$/)
})

test('moments are shown in local time, and slugs as labels', () => {
  const parts = exportSections({
    exported_at: '2026-11-22T21:21:18.941Z',
    profile: { city_code: '4403', stage: 'primary', grade: 'g5', nickname: 'received' },
    sessions: [{ device: 'Android', ended_by: 'revoked' }],
    requests: [
      { order_type: 'openday', state: 'received', holds_seat: 'true', visit_times: ['sunday_morning'] },
      { contact_preference: 'text_first' },
    ],
    codes: [{ purpose: 'account' }],
  })
  expect(parts).toMatchObject([
    { title: '导出时间', rows: [{ label: '内容', value: '2026年11月23日 05:21' }] },
    {
      rows: [{ value: '深圳' }, { value: '小学' }, { value: '五年级' }, { label: '昵称', value: 'received' }],
    },
    { rows: [{ value: 'Android' }, { label: '第 1 条 · 结束原因', value: '已退出' }] },
    {
      rows: [
        { value: '预约开放日' },
        { value: '已提交' },
        { value: '是' },
        { value: '周日上午' },
        { label: '第 2 条 · 希望怎么联系', value: '先发短信，不要直接打电话' },
      ],
    },
    { rows: [{ label: '第 1 条 · 用途', value: '登录和账号' }] },
  ])
})
