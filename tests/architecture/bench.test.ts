import { expect, test } from 'vitest'
import { parts } from '#tests/bench/parts.ts'

test('every part of the benchmark can be loaded', () => {
  expect(parts.map(({ measure }) => typeof measure)).toEqual(parts.map(() => 'function'))
})
