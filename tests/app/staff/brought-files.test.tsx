// @vitest-environment jsdom
import { createRemixStub } from '@remix-run/testing'
import { cleanup, render, screen } from '@testing-library/react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'
import { RowFaults } from '#app/staff/brought-files/row-faults.tsx'
import { UnderstoodTables } from '#app/staff/brought-files/understood-tables.tsx'

afterEach(() => cleanup())

test('refused rows are downloaded as they came, each with its reason', () => {
  const csv = '\ufeff原因,姓名\r\n必填,"甲,""乙"""\r\n'
  const report = {
    problems: [{ file: '名单.csv', line: 3, field: 'phone', message: '必填' }],
    problem_count: 1,
    left_out: 1,
    refused: [{ file: '名单.csv', csv }],
  }
  const html = renderToStaticMarkup(<RowFaults report={report} act="保存" headers={{ phone: '电话' }} />)
  expect(html).toMatch(/第 3 行.*电话.*必填/)
  expect(html).toContain('可以先保存其余的')
  const [, address = ''] = /href="data:text\/csv;charset=utf-8,([^"]+)"/.exec(html) ?? []
  expect(decodeURIComponent(address)).toBe(csv)
  expect(html).toContain('download="名单-不对的行.csv"')
})

test('an unknown column is given a meaning by a plain form that brings the file again', () => {
  const table = {
    file: '名单.csv',
    kind: 'guests',
    columns: [
      { name: '姓名', column: 'name', label: '姓名', cells: ['王甲'] },
      { name: '套餐', cells: ['双人'] },
    ],
    rows: [{ line: 2, cells: ['王甲'] }],
    choices: [{ column: 'ticket', label: '入场码' }],
  }
  const Component = () => (
    <UnderstoodTables tables={[table]} action="/here/">
      <input type="hidden" name="content" value="YQ==" />
    </UnderstoodTables>
  )
  const Stub = createRemixStub([{ path: '/', Component }])
  // The stub's router announces a future flag of the next major version.
  vi.mocked(console.warn).mockImplementation(() => undefined)
  render(<Stub />)
  vi.mocked(console.warn).mockClear()
  const select = screen.getByRole<HTMLSelectElement>('combobox', { name: '“套餐”是（双人）' })
  expect(select.name).toBe('columns')
  expect([...select.options].map(({ value, text }) => [value, text])).toEqual([
    ['', '请选择'],
    ['guests::套餐', '不要这一列'],
    ['guests:ticket:套餐', '入场码'],
  ])
  expect(new FormData(select.form ?? undefined).get('content')).toBe('YQ==')
  expect(document.body.textContent).toContain('没有认出')

  cleanup()
  const said = { name: '套餐', column: 'ticket', label: '入场码', cells: ['双人'], remembered: true as const }
  const known = { ...table, columns: [said] }
  const Later = createRemixStub([
    {
      path: '/',
      Component: () => (
        <UnderstoodTables tables={[known]} action="/here/">
          {' '}
        </UnderstoodTables>
      ),
    },
  ])
  render(<Later />)
  vi.mocked(console.warn).mockClear()
  const again = screen.getByRole<HTMLSelectElement>('combobox', { name: '“套餐”是（双人）' })
  expect(again.value).toBe('guests:ticket:套餐')
  expect([...again.options].map(({ value, text }) => [value, text])).toContainEqual([
    'guests:forget:套餐',
    '不再记住',
  ])
  expect(document.body.textContent).toContain('入场码（上次这样说的）')
})
