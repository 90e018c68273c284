import { expect, test } from 'vitest'
import { facetGaps, facetPastLife } from '#server/contract/schools/facet-texts.ts'
import { facetNames, storedFacets } from '#server/contract/schools/facets.ts'
import { factTerms } from '#server/contract/catalogue/school-columns.ts'
import { labelOf } from '#server/contract/vocabulary.ts'
import { missText } from '#app/schools/miss-text.server.ts'
import { schoolCard } from '#tests/support/routes/sample-api.ts'

test.each([
  [['stage', 30, 0], '30 所还没查到学段'],
  [['fee', 34, 4], '30 所还没查到学费、4 所学费资料已过期'],
  [['district', 3, 3], '3 所区域资料已过期'],
] as const)('%j is %s', ([facet, unknown, stale], text) => {
  expect(facetGaps(facet, unknown, stale)).toBe(text)
})

test('a school misses a condition by what is past its life, whatever that says', () => {
  const school = schoolCard({ kind: 'international' })
  expect(missText(school, 'kind', { labels: ['公办学校'] })).toBe('不是公办学校')
  expect(missText({ ...school, stale_facts: ['kind'] }, 'kind', { labels: ['国际学校'] })).toBe(
    '办学类型资料已过期',
  )
})

test.each(facetNames)('a %s past its life is named as its fact is', (facet) => {
  expect(facetPastLife(facet)).toBe(`${labelOf(factTerms, storedFacets[facet].fact)}资料已过期`)
})
