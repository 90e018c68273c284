import { expect, test } from 'vitest'
import routeTable from '#app/routes.ts'
import { isPublicPage } from '#server/http/media/public-pages.ts'
import { qrPicture } from '#server/http/media/qr-pictures.ts'
import { personalOfTests } from '#tests/support/api/api.ts'
import { readQr } from '#tests/support/kiosk/read-qr.ts'

const origin = 'https://school.example'
const at = (path: string) =>
  qrPicture(new Request(`http://127.0.0.1:3000${path}`), { personal: personalOfTests, publicOrigin: origin })

test.each([
  '/',
  '/school/7/?grade=g5&identity=hmt&near=22.485,113.915',
  '/compare/?ids=1,2,3,4,5,6&grade=g5',
  '/toplist/shenzhen/',
  '/planning/shenzhen/?grade=g5&fee_max=200000&schools=1,2',
  '/schoollist/shenzhen/%E5%8D%97%E5%B1%B1/',
  '/courseib/beijing/',
])('the code of %s leads to it at the public origin', async (page) => {
  const picture = at(`/media/qr${page}`)
  expect(picture?.status).toBe(200)
  expect(picture?.headers.get('cache-control')).toBe('private, max-age=86400')
  expect(picture?.headers.get('x-robots-tag')).toBe('noindex')
  expect(await readQr(Buffer.from((await picture?.text()) ?? ''))).toBe(origin + page)
})

test.each([
  '/order/AAAA-BBBB-CCCC/',
  '/personal/',
  '/signdetail/?id=1',
  '//evil.example/',
  '/https://evil.example/',
  '/school/7',
  '/nowhere/7/',
  '/school/7/a/b/c/',
  `/search/?q=${'a'.repeat(300)}`,
])('there is no code of %s, which is no public page of this site', (page) => {
  expect(at(`/media/qr${page}`)?.status).toBe(404)
})

test('every family of addresses in the route table has codes, or is one of those that never have', () => {
  const paths = routeTable.flatMap((route) => [route, ...(route.children ?? [])]).map(({ path = '' }) => path)
  const first = new Set(
    paths.map((path) => path.split('/')[0] ?? '').filter((segment) => /^[a-z]+$/.test(segment)),
  )
  expect(first.size).toBeGreaterThan(25)
  const without = [...first].filter((segment) => !isPublicPage(`/${segment}/`)).toSorted()
  // What belongs to one visitor, forms, actions, check-ins and files.
  expect(without).toEqual([
    'api',
    'child',
    'exhibitors',
    'lite',
    'login',
    'logout',
    'media',
    'mycollect',
    'order',
    'parents',
    'personal',
    'signdetail',
    'sitemap',
    'visitor',
  ])
})
