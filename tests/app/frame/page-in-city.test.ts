import { expect, test } from 'vitest'
import { cityOfSlug, defaultCity } from '#server/contract/cities.ts'
import { pageInCity } from '#app/routes/city/page-in-city.ts'

const guangzhou = cityOfSlug('guangzhou') ?? defaultCity

test.each([
  [undefined, '/guangzhou/'],
  ['/', '/guangzhou/'],
  ['/aboutus/', '/guangzhou/'],
  ['/toplist/shenzhen/', '/toplist/guangzhou/'],
  ['/map/shenzhen/?stage=high&district=nanshan&page=2', '/map/guangzhou/?stage=high'],
  ['/map/shenzhen/?q=书院&grade=g5&near=shekou', '/map/guangzhou/?q=%E4%B9%A6%E9%99%A2&grade=g5'],
  ['/openday/', '/openday/guangzhou/'],
  ['/openday/31/', '/openday/guangzhou/'],
  [
    '/openday/shenzhen/?month=2027-03&district=nanshan&kind=bilingual&state=open&page=2',
    '/openday/guangzhou/?month=2027-03&kind=bilingual&state=open',
  ],
  [
    '/planning/shenzhen/?grade=g7&identity=foreign&fee_max=200000&curriculum=ib&near=shekou&schools=1,2',
    '/planning/guangzhou/?grade=g7&identity=foreign&fee_max=200000&curriculum=ib',
  ],
  ['/planning/shenzhen/?topic=year', '/planning/guangzhou/'],
  ['/news/12/', '/news/guangzhou/'],
  ['/school/8/faq/', '/schoollist/guangzhou/'],
  ['/courseib/shenzhen/', '/courseib/guangzhou/'],
  ['/courseib-dp/shenzhen/', '/courseib-dp/guangzhou/'],
  ['/course%E6%B3%95%E8%AF%AD/', '/course%E6%B3%95%E8%AF%AD/guangzhou/'],
  ['/courseware.zip', '/guangzhou/'],
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
