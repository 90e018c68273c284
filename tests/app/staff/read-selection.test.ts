import { expect, test } from 'vitest'
import { readSelection } from '#app/staff/batch/read-selection.server.ts'

const filters = ['state', 'advisor']

function selected(fields: readonly [name: string, value: string][]) {
  const form = new FormData()
  for (const [name, value] of fields) form.append(name, value)
  return readSelection(form, filters)
}
const shown: [string, string] = ['shown', 'A,B,C']
const filter: [string, string] = ['filter', '?state=received&advisor=&page=3&done=released']

test.each<[string, [string, string][], ReturnType<typeof selected>]>([
  ['ticked rows alone', [shown, filter, ['row', 'B'], ['row', 'C']], { records: ['B', 'C'] }],
  ['the box of the page', [shown, filter, ['page', '1']], { records: ['A', 'B', 'C'] }],
  [
    'the box of all, whatever else is ticked',
    [shown, filter, ['page', '1'], ['row', 'B'], ['all', '1']],
    { all: { state: 'received' } },
  ],
  ['all of a list without filters', [shown, ['filter', ''], ['all', '1']], { all: {} }],
  ['nothing', [shown, filter], { records: [] }],
  [
    'a page without rows',
    [
      ['shown', ''],
      ['page', '1'],
    ],
    { records: [] },
  ],
])('%s', (_name, fields, expected) => {
  expect(selected(fields)).toEqual(expected)
})
