// @vitest-environment jsdom
import { createRemixStub } from '@remix-run/testing'
import { cleanup, render, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { cities, defaultCity } from '#server/contract/cities.ts'
import { cityParts, type CityPart } from '#server/contract/schools/city-parts.ts'
import { SiteFooter } from '#app/frame/site-footer.tsx'
import { SiteHeader } from '#app/frame/site-header.tsx'
import { VisitorProvider } from '#app/visitor/visitor-state.tsx'

beforeEach(() => {
  // The stub's router announces a future flag of the next major version.
  vi.mocked(console.warn).mockImplementation(() => undefined)
})
afterEach(() => {
  cleanup()
  vi.mocked(console.warn).mockClear()
})

/** The names of links of header and footer, where every city lacks these parts and Beijing all of them. */
async function linksWithout(lacking: readonly CityPart[] | undefined) {
  const Frame = () => (
    <VisitorProvider>
      <SiteHeader />
      <SiteFooter />
    </VisitorProvider>
  )
  const ofCity = cities.map(({ code }) => [code, code === '1101' ? cityParts : lacking])
  const lacks = lacking === undefined ? {} : { lacks: Object.fromEntries(ofCity) }
  const Stub = createRemixStub([
    {
      id: 'root',
      path: '/',
      Component: Frame,
      loader: () => ({ city: defaultCity, site: { name: '择校通' }, ...lacks }),
    },
  ])
  render(<Stub initialEntries={['/']} />)
  const namesIn = (name: string) =>
    within(screen.getByRole('navigation', { name }))
      .getAllByRole('link')
      .map((link) => link.textContent)
  await screen.findByRole('navigation', { name: '主要栏目' })
  return {
    sections: namesIn('主要栏目'),
    cities: namesIn('按城市看学校').length,
    more: namesIn('在深圳找学校'),
  }
}

test('navigation offers every part that is not known to be empty', async () => {
  const { sections, cities: linked, more } = await linksWithout(undefined)
  expect(sections).toEqual(['首页', '学校', '榜单', '学段', '开放日', '资讯', '课程'])
  expect([linked, more.length]).toEqual([7, 9])
})

test('navigation leads to no part that has nothing in the city', async () => {
  const {
    sections,
    cities: linked,
    more,
  } = await linksWithout(cityParts.filter((part) => part !== 'schools' && part !== 'stages'))
  expect(sections).toEqual(['首页', '学校', '学段'])
  expect(linked).toBe(6)
  expect(more).toEqual(['按学段找', '搜索学校', '切换城市'])
})
