import { expect, test } from 'vitest'
import type { SchoolDetailData } from '#server/contract/schools/school-detail.ts'
import { telephoneLink, websiteLink } from '#app/schools/contact-links.ts'
import { mapLink } from '#app/schools/map-link.server.ts'

const school: SchoolDetailData = {
  id: 7,
  name: '某某学校 & 幼儿园',
  city_code: '4403',
  stages: [],
  curricula: [],
  state: 'open',
  sample: true,
  aliases: [],
  former_names: [],
  fees: [],
  not_published: [],
  passports: [],
  about: [],
  admissions: [],
  predecessors: [],
  rankings: [],
  updated_at: '2026-01-01T00:00:00.000Z',
  counts: { views: 0, graduates: 0, teachers: 0, answers: 0, envs: 0, open_days: 0 },
}

test.each([
  ['0755-8600 1122', 'tel:075586001122'],
  ['（0755）86001122', 'tel:075586001122'],
  ['+86 755 8600 1122 转 8', 'tel:+8675586001122,8'],
  ['招生办 020-12345678 / 020-87654321', 'tel:02012345678'],
  ['暂无', undefined],
  ['110', undefined],
])('the telephone number %s is dialled as %s', (text, link) => {
  expect(telephoneLink(text)).toBe(link)
})

test.each([
  ['https://school.example/a?b=1', 'https://school.example/a?b=1'],
  ['www.school.example', 'http://www.school.example/'],
  ['javascript:alert(1)', undefined],
  ['data:text/html,x', undefined],
  ['见公众号', undefined],
])('the site %s is linked as %s', (text, link) => {
  expect(websiteLink(text)).toBe(link)
})

test('a place is handed to the Chinese map in its own system of degrees', () => {
  const link = new URL(mapLink({ ...school, lat: 39.915, lng: 116.404 }) ?? '')
  expect(link.origin + link.pathname).toBe('https://uri.amap.com/marker')
  // The pair that coordtransform publishes for this place.
  expect(link.searchParams.get('position')).toBe('116.410244,39.916404')
  expect(link.searchParams.get('name')).toBe('某某学校 & 幼儿园')
})

test('without a place the address is searched for, and without an address nothing is linked', () => {
  const link = new URL(mapLink({ ...school, address: '听泉路1号' }) ?? '')
  expect(link.pathname).toBe('/search')
  expect(link.searchParams.get('keyword')).toBe('深圳听泉路1号')
  expect(mapLink(school)).toBeUndefined()
})
