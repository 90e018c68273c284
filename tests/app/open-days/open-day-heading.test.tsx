import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { defaultCity } from '#server/contract/cities.ts'
import { ListHeading } from '#app/routes/openday/list-heading.tsx'

type Filters = Parameters<typeof ListHeading>[0]['filters']

const months = [
  { month: '2026-12', total: 20, open: 12, days: [] },
  { month: '2027-01', total: 9, open: 7, days: [] },
]

/** Heading of the list, and the line below it where there is one. */
function textsOf(filters: Partial<Filters>, total: number): (string | undefined)[] {
  const html = renderToStaticMarkup(
    <ListHeading
      city={defaultCity}
      filters={{ onlyOpen: false, page: 1, ...filters }}
      today="2026-12-05"
      months={months}
      total={total}
    />,
  )
  const text = (pattern: RegExp) => pattern.exec(html)?.[1]?.replaceAll(/<[^>]*>/g, '')
  return [text(/<h1>(.*?)<\/h1>/), text(/<\/h1><p class="soft">(.*?)<\/p>/)]
}

test('a list of open days names its month and says how many it has', () => {
  expect(textsOf({}, 29)).toEqual([
    '深圳学校开放日 29 场',
    '近期开放日 29 场，19 场可以预约，约上就给您留位。',
  ])
  expect(textsOf({ month: '2027-01' }, 9)).toEqual([
    '2027年1月深圳开放日 9 场',
    '这个月开放日 9 场，7 场可以预约，约上就给您留位。',
  ])
  expect(textsOf({ month: '2027-01', stage: 'high', onlyOpen: true }, 3)[1]).toBe(
    '这个月符合条件的开放日有 3 场可以预约，约上就给您留位。',
  )
  // A notice says that there is none, or that the month is over.
  expect(textsOf({ month: '2027-02' }, 0)).toEqual(['2027年2月深圳开放日 0 场', undefined])
  expect(textsOf({ month: '2026-11' }, 4)).toEqual(['2026年11月深圳开放日 4 场', undefined])
  expect(textsOf({ stage: 'high' }, 0)[1]).toBeUndefined()
})
