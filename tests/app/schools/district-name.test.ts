import { expect, test } from 'vitest'
import { cities } from '#server/contract/cities.ts'
import { districtSpellings, shortDistrictName } from '#server/contract/district-name.ts'
import { districtsOf } from '#server/contract/districts.ts'
import { queryTermIn } from '#server/contract/search/query-terms.ts'

test.each([
  ['罗湖区', '罗湖'],
  ['大鹏新区', '大鹏'],
  ['光明区', '光明'],
  ['横琴新区', '横琴'],
  ['高新区', '高新区'],
  ['仲恺高新区', '仲恺高新区'],
  ['经济技术开发区', '经开区'],
  ['北京经济技术开发区', '北京经开区'],
  ['高新技术产业开发区', '高新技术产业开发区'],
  ['东区', '东区'],
  ['大亚湾区', '大亚湾'],
  ['博罗县', '博罗'],
  ['莞城街道', '莞城'],
  ['虎门镇', '虎门'],
  ['松山湖', '松山湖'],
])('%s is called %s', (name, short) => {
  expect(shortDistrictName(name)).toBe(short)
})

test('no district of any city is called by one character, and every spelling names it', () => {
  for (const { code } of cities)
    for (const { name, slug } of districtsOf(code))
      for (const word of districtSpellings(name))
        expect([name, word, queryTermIn(code, word)?.slug]).toEqual([
          name,
          expect.stringMatching(/../u),
          slug,
        ])
})

test('高新 and 高新区 name the zone of 珠海, 高 names nothing', () => {
  expect(['高新', '高新区', '高'].map((word) => queryTermIn('4404', word)?.slug)).toEqual([
    'tangjiawan',
    'tangjiawan',
    undefined,
  ])
})
