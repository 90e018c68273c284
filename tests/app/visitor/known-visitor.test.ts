import { expect, test } from 'vitest'
import { applyOutcome, unknownVisitor, type KnownVisitor } from '#app/visitor/known-visitor.ts'

const known: KnownVisitor = {
  ...unknownVisitor,
  isKnown: true,
  isLoggedIn: true,
  basket: [3],
  favourites: new Map([[9, true]]),
}

test('a favourite that needs a login first says that the session has ended', () => {
  const after = applyOutcome(known, { message: '请先登录', login: true })
  expect(after).toMatchObject({ isKnown: true, isLoggedIn: false, basket: [3] })
  expect(after.favourites.size).toBe(0)
})
