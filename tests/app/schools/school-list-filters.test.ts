import { expect, test } from 'vitest'
import { callFields } from '#app/routes/school-list/count-schools.ts'
import { facetCounts } from '#app/routes/school-list/facet-counts.ts'
import { boardingTerms, countActive, noFilters, readFilters } from '#app/routes/school-list/filters.ts'
import { listHref, listWithout, withPathTerm } from '#app/routes/school-list/list-scope.ts'
import { listHeading } from '#app/routes/school-list/list-heading.ts'
import { queryTermIn } from '#server/contract/search/query-terms.ts'
import { cityOfSlug, defaultCity } from '#server/contract/cities.ts'

const read = (query: string) => readFilters(new URLSearchParams(query), defaultCity.code)
const wordOf = (text: string) => queryTermIn(defaultCity.code, text)

test('reads filters given once, repeated or joined by commas, and writes them back the same', () => {
  const filters = read(
    'stage=high&stage=middle&curriculum=ap,ib&district=nanshan&fee_min=50000&sort=founded&page=3',
  )
  expect(countActive(filters)).toBe(6)
  expect(listHref({ city: defaultCity }, filters)).toBe(
    '/schoollist/shenzhen/?district=nanshan&stage=middle&stage=high&curriculum=ib&curriculum=ap&fee_min=50000&sort=founded&page=3',
  )
})

test.each([
  'page=0&page=x',
  'stage=zz&kind=constructor&district=chaoyang',
  'fee_min=-1&fee_max=1e9',
  'fee_min=300000&fee_max=100000',
  'sort=evil',
])('takes %s as if it were not there', (query) => {
  expect(listHref({ city: defaultCity }, read(query))).toBe('/schoollist/shenzhen/')
})

test("combines the path's word with filters of the same and of other facets", () => {
  const filters = withPathTerm(read('curriculum=ap&stage=high'), wordOf('ib'))
  expect(filters.curriculum).toEqual(['ib', 'ap'])
  expect(filters.stage).toEqual(['high'])
})

test('removing a facet removes the path’s term of that facet too', () => {
  const scope = { city: defaultCity, word: wordOf('ib') }
  const wider = listWithout({ scope, filters: read('curriculum=ap&stage=high&page=2') }, ['curriculum'])
  expect(listHref(wider.scope, wider.filters)).toBe('/schoollist/shenzhen/?stage=high')
})

test('writes a free text into the path as one segment', () => {
  expect(listHref({ city: defaultCity, q: '枫林 a/b?c' })).toBe(
    '/schoollist/shenzhen/%E6%9E%AB%E6%9E%97%20a%2Fb%3Fc/',
  )
})

test('可以住校 is one choice: earlier addresses name it by two, and 全寄宿 alone is narrower', () => {
  expect(read('boarding=optional&boarding=full').boarding).toEqual(['optional'])
  expect(read('boarding=optional,full,day').boarding).toEqual(['day', 'optional'])
  expect(read('boarding=full').boarding).toEqual(['full'])
  expect(boardingTerms(['optional'])).toEqual(['optional', 'full'])
  expect(boardingTerms(['day', 'full'])).toEqual(['day', 'full'])
  const { boarding } = facetCounts({
    boarding: [
      { value: 'optional', count: 3 },
      { value: 'full', count: 2 },
    ],
  })
  expect(boarding).toEqual({ optional: 5, full: 2 })
})

test('the count of a filter form asks for what its address would show', () => {
  const query =
    'stage=high&stage=middle&boarding=optional&fee_min=300000&fee_max=100000&grade=g10&sort=founded'
  expect(callFields(new URLSearchParams(`${query}&kind=nonsense&eligible=yes`), '4403', '枫林')).toEqual({
    q: '枫林',
    stage: 'middle,high',
    boarding: 'optional,full',
    grade: 'g10',
    eligible: 'yes',
    page_size: '1',
  })
})

test('the heading of a list names its filters', () => {
  const heading = (query: string) => listHeading({ city: defaultCity }, read(query))
  expect(heading('')).toBe('深圳学校')
  expect(heading('district=nanshan')).toBe('深圳南山区学校')
  expect(heading('boarding=optional&boarding=full')).toBe('深圳可以住校的学校')
  expect(heading('boarding=full')).toBe('深圳全寄宿学校')
  expect(heading('kind=international')).toBe('深圳国际学校')
  expect(heading('stage=high&curriculum=ib&district=nanshan')).toBe('深圳南山区IB高中')
  expect(listHeading({ city: cityOfSlug('beijing') ?? defaultCity, q: '枫林' }, noFilters)).toBe(
    '北京“枫林”学校',
  )
})
