import type { LoaderFunction } from '@remix-run/node'
import { expect, test } from 'vitest'
import { loader as favourites } from '#app/routes/favourites/favourites.tsx'
import { loader as openDays } from '#app/routes/openday/openday.tsx'
import { loader as consents } from '#app/routes/personal/consents.tsx'
import { loader as requests } from '#app/routes/personal/requests.tsx'
import { loader as schoolList } from '#app/routes/school-list/school-list.tsx'
import { pageNumberIn } from '#app/page-number.ts'
import { facetNames } from '#server/contract/schools/facets.ts'

test.each([
  ['', 1],
  ['page=3', 3],
  ['page=9999', 9999],
  ['page=99999', 10_000],
  [`page=${'9'.repeat(400)}`, 10_000],
  ['page=0', 1],
  ['page=-1', 1],
  ['page=1e9', 1],
  ['page=03', 1],
  ['page=x', 1],
])('%s names page %s', (query, page) => {
  expect(pageNumberIn(new URLSearchParams(query))).toBe(page)
})

const facets = Object.fromEntries(facetNames.map((name) => [name, []]))
const profile = { id: 1, nickname: '', phone: '138****0001', courseText: '' }

/** Lists of 45 rows, of which the page that is asked for is empty. */
async function fetchApi(request: Request): Promise<Response> {
  const { pathname, searchParams } = new URL(request.url)
  const list = {
    items: [],
    total: 45,
    page: Number(searchParams.get('page') ?? 1),
    page_size: Number(searchParams.get('page_size') ?? 20),
    facets,
  }
  const data = pathname.endsWith('/calendar') ? [] : pathname.endsWith('/info') ? profile : list
  return Response.json({ code: 1000, message: '', data })
}

/** Where a page leads its visitor. */
async function ledFrom(loader: LoaderFunction, path: string, splat = ''): Promise<string | null> {
  const headers = { cookie: 'token=abcdefghijklmnopqrstuvwxyz' }
  const request = new Request(`http://localhost${path}`, { headers })
  const context = { fetchApi, pageSecret: 'of-a-test' }
  try {
    await loader({ request, context, params: { '*': splat, city: splat } })
  } catch (thrown) {
    if (thrown instanceof Response) return thrown.headers.get('location')
    throw thrown
  }
  return null
}

test.each(['9999', '99999', '9'.repeat(30)])('page %s of a list leads to its last one', async (page) => {
  expect(await ledFrom(schoolList, `/schoollist/shenzhen/?sort=founded&page=${page}`, 'shenzhen')).toBe(
    '/schoollist/shenzhen/?sort=founded&page=3',
  )
  expect(await ledFrom(favourites, `/mycollect/?page=${page}`)).toBe('/mycollect/?page=3')
  expect(await ledFrom(requests, `/personal/requests/?page=${page}`)).toBe('/personal/requests/?page=3')
  expect(await ledFrom(consents, `/personal/consents/?page=${page}`)).toBe('/personal/consents/?page=3')
  expect(await ledFrom(openDays, `/openday/shenzhen/?page=${page}`, 'shenzhen')).toBe(
    '/openday/shenzhen/?page=2',
  )
})

test('a page before the last does not redirect', async () => {
  expect(await ledFrom(schoolList, '/schoollist/shenzhen/?page=3', 'shenzhen')).toBeNull()
  expect(await ledFrom(requests, '/personal/requests/?page=3')).toBeNull()
})
