import { expect, test } from 'vitest'
import { cityOfSlug, defaultCity } from '#server/contract/cities.ts'
import { pageInCity } from '#app/routes/city/page-in-city.ts'

const guangzhou = cityOfSlug('guangzhou') ?? defaultCity

test.each([
  [undefined, '/guangzhou/'],
  ['/', '/guangzhou/'],
  ['/aboutus/', '/guangzhou/'],
  ['/toplist/shenzhen/', '/toplist/guangzhou/'],
  ['/map/shenzhen/?stage=high', '/map/guangzhou/'],
  ['/openday/', '/openday/guangzhou/'],
  ['/news/12/', '/news/guangzhou/'],
  ['/school/8/faq/', '/schoollist/guangzhou/'],
  ['/courseib/shenzhen/', '/courseib/guangzhou/'],
  ['/course/', '/course/guangzhou/'],
  ['/schoollist/', '/schoollist/guangzhou/'],
  ['/schoollist/shenzhen/', '/schoollist/guangzhou/'],
  ['/schoollist/shenzhen/ib/?stage=high&page=2', '/schoollist/guangzhou/ib/?stage=high'],
  ['/schoollist/shenzhen/nanshan/?district=futian&sort=founded', '/schoollist/guangzhou/?sort=founded'],
  ['/schoollist/shenzhen/?grade=g5&near=shekou&stay=day', '/schoollist/guangzhou/?grade=g5&stay=day'],
  ['/child/', '/schoollist/guangzhou/'],
  ['/schoollist/%E6%9E%AB%E6%9E%97/', '/schoollist/guangzhou/%E6%9E%AB%E6%9E%97/'],
  ['/schoollist/shenzhen/%E0%A4%A/', '/schoollist/guangzhou/'],
])('the page %s is in another city at %s', (from, there) => {
  expect(pageInCity(guangzhou, from)).toBe(there)
})
