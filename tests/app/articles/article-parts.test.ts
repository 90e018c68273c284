import { expect, test } from 'vitest'
import type { DataOf } from '#server/contract/endpoint.ts'
import type { listOpenDays } from '#server/contract/open-days.ts'
import { articleParts } from '#app/articles/article-parts.server.ts'

type OpenDay = DataOf<typeof listOpenDays>['items'][number]

const dayOf = (id: number, state: OpenDay['state'], more: Partial<OpenDay> = {}): OpenDay => ({
  id,
  city_code: '4403',
  title: `开放日 ${id}`,
  starts_at: '2026-12-05T01:30:00Z',
  ends_at: '2026-12-05T03:30:00Z',
  state,
  updated_at: '2026-05-01T02:00:00.000Z',
  ...more,
})
const openDays = [
  dayOf(1, 'closed', { school: { id: 7, name: '深圳弦歌学校' }, place: '校门口' }),
  dayOf(2, 'open', { place: '市民活动中心' }),
  dayOf(3, 'full'),
  dayOf(4, 'open'),
]

/** The open days of an article that embeds these, by id. */
function shown(city: { city_code?: '4403' }) {
  const embed = { type: 'open_days' as const, ...city, open_days: openDays }
  const [part] = articleParts({ body: '', parts: [{ embed }] })
  return part !== undefined && 'days' in part ? part.days : []
}

test('of the open days of a city an article shows those that can be booked; chosen ones stay as they are', () => {
  expect(shown({ city_code: '4403' }).map(({ id }) => id)).toEqual([2, 4])
  expect(shown({}).map(({ id }) => id)).toEqual([1, 2, 3, 4])
})

test('an open day in an article shows its school, else its place', () => {
  expect(shown({}).map(({ host }) => host)).toEqual(['深圳弦歌学校', '市民活动中心', undefined, undefined])
})
