import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { FeeHistogram } from '#app/routes/school-list/fee-histogram.tsx'

const wordsOf = (bins: readonly number[], whose = '', isOfGrade = false) =>
  renderToStaticMarkup(
    <FeeHistogram bins={bins} feeMin={undefined} feeMax={undefined} whose={whose} isOfGrade={isOfGrade} />,
  )
    .replace(/<[^>]*>/g, '')
    .replaceAll('\u00a0', ' ')

test('the most frequent tuition is named only where one range alone has the most schools', () => {
  expect(wordsOf([0, 1, 3, 2, 0])).toContain('6 所公布了学费，起价 4–6 万的最多（3 所）')
  const tied = wordsOf([0, 2, 1, 2, 0])
  expect(tied).toMatch(/5 所公布了学费$/)
  expect(tied).not.toContain('最多')
})

test('the words say whose tuition is counted', () => {
  expect(wordsOf([0, 1, 3, 2, 0], '高中')).toContain('6 所公布了高中学费，起价 4–6 万的最多（3 所）')
  expect(wordsOf([0, 1, 3, 2, 0], '这个年级住校生的', true)).toContain(
    '6 所算得出这个年级住校生的全年费用，4–6 万的最多（3 所）',
  )
})
