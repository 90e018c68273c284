import { expect, test } from 'vitest'
import { isDecodable } from '#app/navigation/scroll-restoration.tsx'

test('a fragment with a stray percent sign is recognised as malformed', () => {
  expect(isDecodable('#%E5%AD%A6%E8%B4%B9')).toBe(true)
  expect(isDecodable('')).toBe(true)
  expect(isDecodable('#100%')).toBe(false)
})
