import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { FeeHistogram } from '#app/routes/school-list/fee-histogram.tsx'

const markupOf = (bins: readonly number[], { whose = '', isOfGrade = false, unknown = 0 } = {}) =>
  renderToStaticMarkup(
    <FeeHistogram
      bins={bins}
      feeMin={undefined}
      feeMax={undefined}
      whose={whose}
      isOfGrade={isOfGrade}
      unknown={unknown}
    />,
  )
const wordsOf = (...given: Parameters<typeof markupOf>) =>
  markupOf(...given)
    .replace(/<[^>]*>/g, '')
    .replaceAll('\u00a0', ' ')

test('the most frequent tuition is named only where one range alone has the most schools', () => {
  expect(wordsOf([0, 1, 3, 2, 0])).toContain('6 所查得到学费，起价 4–6 万的最多（3 所）')
  const tied = wordsOf([0, 2, 1, 2, 0])
  expect(tied).toMatch(/5 所查得到学费$/)
  expect(tied).not.toContain('最多')
})

test('the words say whose tuition is counted', () => {
  expect(wordsOf([0, 1, 3, 2, 0], { whose: '高中' })).toContain(
    '6 所查得到高中学费，起价 4–6 万的最多（3 所）',
  )
  expect(wordsOf([0, 1, 3, 2, 0], { whose: '这个年级住校生', isOfGrade: true })).toContain(
    '6 所算得出这个年级住校生一年要付多少，4–6 万的最多（3 所）',
  )
})

test('of few schools among many there is no chart, and the words say of how many they speak', () => {
  const few = [0, 1, 3, 2, 0]
  expect(markupOf(few, { unknown: 322 })).not.toContain('<svg')
  expect(wordsOf(few, { unknown: 322 })).toBe('328 所里 6 所查得到学费')
  expect(markupOf(few)).toContain('<svg')
  const enough = [0, 5, 10, 5, 0]
  expect(markupOf(enough, { unknown: 308 })).toContain('<svg')
  expect(wordsOf(enough, { unknown: 308 })).toContain('328 所里 20 所查得到学费，起价 4–6 万的最多（10 所）')
})
