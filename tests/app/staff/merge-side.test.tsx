import type { ComponentProps } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { MergeSide } from '#app/staff/routes/content/merge-side.tsx'

type Column = ComponentProps<typeof MergeSide>['columns'][number]

/** What both sides of a fact say, its lines apart. */
function sides(...columns: Column[]): string[] {
  return (['stay', 'go'] as const).map((side) =>
    renderToStaticMarkup(<MergeSide columns={columns} side={side} />)
      .replaceAll(/<span[^>]*>/g, '|')
      .replaceAll('\u00A0', ' ')
      .replaceAll(/<(?!img)[^>]+>/g, ''),
  )
}

const fee = (label: string, amount: string, per: string) => ({ label, amount, per })
const meals = fee('餐费', '6000', 'year')

test('of lists the rows are said that the other school does not have, in words', () => {
  const fees: Column = {
    name: 'fees',
    label: '其他费用',
    control: 'list',
    needed: false,
    columns: [
      { name: 'label', label: '名称', control: 'line', needed: true },
      { name: 'amount', label: '金额', control: 'number', needed: true },
      {
        name: 'per',
        label: '周期',
        control: 'choice',
        needed: false,
        options: [
          { value: 'year', label: '每年' },
          { value: 'once', label: '一次' },
        ],
      },
    ],
    stay: JSON.stringify([meals, fee('报名费', '2000', 'once')]),
    go: JSON.stringify([meals, fee('报名费', '3000', 'once'), fee('班车', '12000', 'year')]),
  }
  expect(sides(fees)).toEqual([
    '||报名费，2,000 元，一次另有 1 条两边相同',
    '||报名费，3,000 元，一次|班车，1.2 万，每年另有 1 条两边相同',
  ])
  expect(sides({ ...fees, stay: JSON.stringify([meals]) })[0]).toBe('|1 条两边相同')
  expect(sides({ ...fees, stay: '' })[0]).toBe('没有')
})

test('of facts that belong together each is named, money as it is read and terms by their words', () => {
  const amount = { control: 'number', needed: false } as const
  const least: Column = { ...amount, name: 'tuition_min', label: '最低学费', stay: '', go: '98000' }
  const most: Column = { ...amount, name: 'tuition_max', label: '最高学费', stay: '150000', go: '128000' }
  expect(sides(least, most)).toEqual(['|最高学费 15 万', '|最低学费 9.8 万|最高学费 12.8 万'])
  const options = [{ value: 'closed', label: '已停办' }]
  expect(
    sides({
      name: 'state',
      label: '状态',
      control: 'choice',
      needed: false,
      options,
      stay: '',
      go: 'closed',
    }),
  ).toEqual(['没有', '|已停办'])
})
