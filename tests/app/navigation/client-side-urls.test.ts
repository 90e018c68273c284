import { expect, test } from 'vitest'
import { needsDocument, pageKeyOf } from '#app/navigation/client-side-urls.ts'

test.each([
  '/login/',
  '/logout/',
  '/personal/',
  '/personal/edit/',
  '/mycollect/',
  '/order/',
  '/parents/',
  '/exhibitors/',
  '/signdetail/',
  '/lite/',
  '/api/schools',
  '/media/1/640.webp',
  '/openday/1/calendar.ics',
  '/sitemap.xml',
])('%s is opened by a full load', (path) => {
  expect(needsDocument(path)).toBe(true)
})

test.each([
  '/',
  '/beijing/',
  '/schoollist/shenzhen/',
  '/school/3/',
  '/openday/',
  '/orders/',
  '/loginhelp/',
  '/404/',
])('%s is opened by the router', (path) => {
  expect(needsDocument(path)).toBe(false)
})

test.each([
  ['?modal=login', ''],
  ['?page=2&modal=order&orderType=consult&schoolId=3', '?page=2'],
  ['?page=2', '?page=2'],
])('%s is a form over the page at %s', (search, page) => {
  expect(pageKeyOf({ pathname: '/schoollist/shenzhen/', search })).toBe(`/schoollist/shenzhen/${page}`)
})
