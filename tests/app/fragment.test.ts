import { expect, test } from 'vitest'
import { fragmentOf } from '#app/navigation/arrive.ts'

test('a fragment is decoded, and taken as it stands where it cannot be', () => {
  expect(fragmentOf('#%E5%AD%A6%E8%B4%B9')).toBe('学费')
  expect(fragmentOf('#100%')).toBe('100%')
})
