import { expect, test } from 'vitest'
import { needsDocument } from '#app/navigation/client-address.ts'

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
