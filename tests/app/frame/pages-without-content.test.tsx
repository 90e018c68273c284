// @vitest-environment jsdom
import { createRemixStub } from '@remix-run/testing'
import { cleanup, render, screen, within } from '@testing-library/react'
import type { ReactElement } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { cities } from '#server/contract/cities.ts'
import type { CityPart } from '#server/contract/schools/city-parts.ts'
import { schoolCardView } from '#app/schools/school-card-view.ts'
import { schoolCard } from '#tests/support/routes/sample-api.ts'
import { CityHome } from '#app/routes/home/city-home.tsx'
import { OpenDayList } from '#app/routes/openday/open-day-list.tsx'
import { readFilters } from '#app/routes/openday/filters.ts'

afterEach(() => cleanup())

const [city] = cities

/** Renders a page of a site whose operator has loaded little but names of schools. */
async function show(page: ReactElement, lacking: readonly CityPart[] = []) {
  const root = { city, site: { name: '择校通' }, lacks: { [city.code]: lacking } }
  const Stub = createRemixStub([{ id: 'root', path: '/', Component: () => page, loader: () => root }])
  // The stub's router announces a future flag of the next major version.
  vi.mocked(console.warn).mockImplementation(() => undefined)
  render(<Stub hydrationData={{ loaderData: { root } }} />)
  await screen.findByRole('heading', { level: 1 })
  vi.mocked(console.warn).mockClear()
}

const none = { value: 'ib', label: 'IB', count: 0 }
const some = { value: 'private', label: '民办学校', count: 44 }

/** Parts of a page whose stream was cut. */
const cut = () => Promise.reject(new Error('The network connection was lost.'))

test('a home page whose stream was cut says so in each part that is missing', async () => {
  await show(
    <CityHome
      city={city}
      places={[]}
      banners={[]}
      categories={{ stages: [], districts: [], curricula: [none], kinds: [some] }}
      schools={{ total: 44, cards: [], fees: [], unknown: {}, stale: {}, stageGaps: undefined, told: [] }}
      ranking={cut()}
      openDays={cut()}
      news={cut()}
    />,
  )
  expect(await screen.findByText(/^榜单暂时没有加载出来/)).toBeDefined()
  expect(screen.getAllByText(/暂时没有加载出来/)).toHaveLength(3)
  expect(screen.getByRole('heading', { level: 1 })).toBeDefined()
})

test('a home page of a city with little content leads to nothing empty, and promises what there is', async () => {
  const categories = { stages: [none], districts: [], curricula: [none], kinds: [none, some] }
  const page = (
    <CityHome
      city={city}
      places={[]}
      banners={[]}
      categories={categories}
      schools={{
        total: 328,
        cards: [schoolCardView(schoolCard())],
        fees: [{ value: '200000-300000', label: '20–30\u00a0万', count: 1 }],
        unknown: { kind: 284, fee: 327 },
        stale: {},
        stageGaps: undefined,
        told: ['district'],
      }}
      ranking={Promise.resolve('none')}
      openDays={Promise.resolve([])}
      news={Promise.resolve([])}
    />
  )
  await show(page, ['rankings', 'open_days', 'news', 'ranked', 'international'])
  expect(screen.queryByRole('link', { name: 'IB' })).toBeNull()
  expect(screen.getByText(/直接看/).textContent).toBe('直接看：民办学校')
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(`在${city.name}，选一所合适的学校`)
  expect(screen.getByText('328 所学校，按区找。')).toBeDefined()
  const headings = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)
  expect(headings).toEqual(['按类型找', `${city.name}学校`])
  const words = within(screen.getByRole('region', { name: '按类型找' }))
  expect(words.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['更多条件：按类型找', '/schoollist/shenzhen/'],
    ['民办学校44', '/schoollist/shenzhen/private/'],
    ['还没查到284', '/schoollist/shenzhen/?unknown=kind'],
  ])
  expect(screen.getByText('资料完整的在前。')).toBeDefined()
})

test('a list without open days says so once, and offers filters only where one is chosen', async () => {
  const page = (query: string) => (
    <OpenDayList
      city={city}
      filters={readFilters(new URLSearchParams(query), city)}
      today="2026-11-25"
      months={[]}
      list={{ page: 1, page_size: 30, total: 0 }}
      items={[]}
      bookings={[]}
      facets={{
        within: [],
        weekday: [],
        district: [],
        stage: query === '' ? [] : [{ value: 'middle', label: '初中', count: 2 }],
        kind: [],
        relaxations: query === '' ? [] : [{ remove: 'stage', count: 3 }],
      }}
    />
  )
  await show(page(''))
  expect(screen.getAllByText(/没有开放日/)).toHaveLength(1)
  expect(screen.queryByText('筛选')).toBeNull()
  cleanup()
  await show(page('stage=high'))
  expect(screen.getAllByText(/没有符合条件的开放日/)).toHaveLength(1)
  expect(screen.queryAllByText('筛选')).not.toHaveLength(0)
  // The lists next to it, with their numbers.
  expect(screen.getByText('初中，有 2 场').getAttribute('href')).toBe('/openday/shenzhen/?stage=middle')
  expect(screen.getByText('不限学段，有 3 场').getAttribute('href')).toBe('/openday/shenzhen/')
})
