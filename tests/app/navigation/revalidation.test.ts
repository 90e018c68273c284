import { afterEach, expect, test } from 'vitest'
import { cityOfSlug } from '#server/contract/cities.ts'
import { setShownRoot, shouldRevalidateRoot } from '#app/navigation/revalidation.ts'

const shenzhen = cityOfSlug('shenzhen')
if (shenzhen === undefined) throw new Error('the contract has this city')
const root = { city: shenzhen }

/** Whether the root is asked again on the way from one address to another. */
function asks(from: string, to: string, formMethod?: 'POST'): boolean {
  return shouldRevalidateRoot({
    currentUrl: new URL(from, 'http://school.example'),
    currentParams: {},
    nextUrl: new URL(to, 'http://school.example'),
    nextParams: {},
    defaultShouldRevalidate: true,
    ...(formMethod === undefined ? {} : { formMethod }),
  })
}

afterEach(() => setShownRoot(undefined))

test('the root is asked again for another city, and for no other page', () => {
  setShownRoot(root)
  expect(asks('/schoollist/shenzhen/', '/school/3/')).toBe(false)
  expect(asks('/school/3/', '/toplist/shenzhen/')).toBe(false)
  expect(asks('/school/3/', '/beijing/')).toBe(true)
})

test('the root revalidates after a flash message was read, and after a failure', () => {
  setShownRoot({ ...root, flash: { message: '已收藏' } })
  expect(asks('/schoollist/shenzhen/', '/school/3/')).toBe(true)
  setShownRoot(undefined)
  expect(asks('/schoollist/shenzhen/', '/school/3/')).toBe(true)
})
