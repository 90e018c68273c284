import { afterEach, expect, test } from 'vitest'
import { cityOfSlug } from '#server/contract/cities.ts'
import {
  setShownRoot,
  shouldRevalidateLayout,
  shouldRevalidatePage,
  shouldRevalidateRoot,
} from '#app/navigation/revalidation.ts'
import { loginPath, toggleComparePath } from '#app/paths.ts'

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

/** Which of root, layout and page are loaded again after a fetcher's action on a page, while another may be loading. */
function reloads(
  formAction: string,
  status: number,
  [from, to = from]: readonly [string, string?],
): string[] {
  const change = {
    currentUrl: new URL(from, 'http://school.example'),
    currentParams: {},
    nextUrl: new URL(to, 'http://school.example'),
    nextParams: {},
    formMethod: 'POST' as const,
    formAction,
    actionStatus: status,
    actionResult: {},
    defaultShouldRevalidate: status < 400,
  }
  const rules = { root: shouldRevalidateRoot, layout: shouldRevalidateLayout, page: shouldRevalidatePage }
  return Object.entries(rules).flatMap(([name, rule]) => (rule(change) ? [name] : []))
}

test.each([toggleComparePath, loginPath(), '/school/7/news/21/'])(
  'what %s changes for one visitor loads no page again',
  (action) => {
    expect(reloads(action, 200, ['/school/7/'])).toEqual([])
    expect(reloads(action, 422, ['/school/7/?modal=login'])).toEqual([])
  },
)

test('another action loads everything again', () => {
  expect(reloads('/personal/edit/', 200, ['/school/7/'])).toEqual(['root', 'layout', 'page'])
})

test.each([200, 401])(
  'a toggle answered with %s while the next page loads leaves no data of the old one',
  (status) => {
    const way = ['/schoollist/shenzhen/', '/schoollist/shenzhen/?page=2'] as const
    expect(reloads(toggleComparePath, status, way)).toContain('page')
    expect(reloads(toggleComparePath, status, ['/school/7/', '/school/7/?modal=login'])).not.toContain('page')
  },
)
