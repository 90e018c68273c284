// @vitest-environment jsdom
import { createRemixStub } from '@remix-run/testing'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { defaultCity } from '#server/contract/cities.ts'
import { FacetForm } from '#app/routes/school-list/facet-form.tsx'
import { noFilters } from '#app/routes/school-list/filters.ts'

afterEach(() => cleanup())

const none = {
  district: {},
  stage: {},
  kind: {},
  curriculum: {},
  boarding: {},
  language: {},
  buses: {},
  support: {},
  eligible: {},
  unknown: {},
  stale: {},
}

function chosenIn(label: string): (string | null)[] {
  const select = screen.getByRole<HTMLSelectElement>('combobox', { name: label })
  return [...select.selectedOptions].map(({ textContent }) => textContent)
}

test('a tuition below one yuan, which searches for free schools ask for, is said in words', () => {
  const show = (limits: { feeMin?: number; feeMax?: number }) => {
    cleanup()
    const Stub = createRemixStub([
      {
        path: '/',
        Component: () => (
          <FacetForm
            scope={{ city: defaultCity }}
            filters={{ ...noFilters, ...limits }}
            counts={none}
            feeBins={[2, 1]}
            whose="学校最低学费"
          />
        ),
      },
    ])
    // The stub's router announces a future flag of the next major version.
    vi.mocked(console.warn).mockImplementation(() => undefined)
    render(<Stub />)
    vi.mocked(console.warn).mockClear()
  }
  show({ feeMax: 1 })
  expect([chosenIn('学费不低于'), chosenIn('学费不高于')]).toEqual([['不限'], ['免学费']])
  show({ feeMax: 200_000 })
  expect([chosenIn('学费不低于'), chosenIn('学费不高于')]).toEqual([['不限'], ['20\u00a0万']])
})

test('the box of schools of which nothing counts as known says that some have what is past its life', () => {
  const counts = { ...none, kind: { public: 3 }, unknown: { kind: 9 }, stale: { kind: 2 } }
  const Stub = createRemixStub([
    {
      path: '/',
      Component: () => (
        <FacetForm scope={{ city: defaultCity }} filters={noFilters} counts={counts} feeBins={[]} whose="" />
      ),
    },
  ])
  vi.mocked(console.warn).mockImplementation(() => undefined)
  render(<Stub />)
  vi.mocked(console.warn).mockClear()
  expect(screen.getByRole('checkbox', { name: '还没查到或已过期 9' })).toBeTruthy()
})

test('what is known of no school is no filter, and of what some say nothing there is a box', () => {
  const Stub = createRemixStub([
    {
      path: '/',
      Component: () => (
        <FacetForm
          scope={{ city: defaultCity }}
          filters={{ ...noFilters, kind: ['public'] }}
          counts={{ ...none, kind: { public: 3, private: 41 }, unknown: { kind: 284, fee: 328, stage: 328 } }}
          feeBins={[0, 0]}
          whose=""
        />
      ),
    },
  ])
  vi.mocked(console.warn).mockImplementation(() => undefined)
  render(<Stub />)
  vi.mocked(console.warn).mockClear()
  expect(screen.getAllByRole('group').map((group) => group.textContent)).toEqual([
    '学校类型民办学校 41公办学校 3还没查到 284',
  ])
  const box = screen.getByRole<HTMLInputElement>('checkbox', { name: '还没查到 284' })
  expect([box.name, box.value, box.checked]).toEqual(['unknown', 'kind', false])
})
