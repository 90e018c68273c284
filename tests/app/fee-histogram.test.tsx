import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { FeeHistogram } from '#app/routes/school-list/fee-histogram.tsx'

const wordsOf = (bins: readonly number[]) =>
  renderToStaticMarkup(<FeeHistogram bins={bins} feeMin={undefined} feeMax={undefined} isOfGrade={false} />)
    .replace(/<[^>]*>/g, '')
    .replaceAll('\u00a0', ' ')

test('the most frequent tuition is named only where one range alone has the most schools', () => {
  expect(wordsOf([0, 1, 3, 2, 0])).toContain('6 所公布了学费，起价 4–6 万的最多（3 所）')
  const tied = wordsOf([0, 2, 1, 2, 0])
  expect(tied).toMatch(/5 所公布了学费$/)
  expect(tied).not.toContain('最多')
})
