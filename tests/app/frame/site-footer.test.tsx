// @vitest-environment jsdom
import { createRemixStub } from '@remix-run/testing'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { defaultCity } from '#server/contract/cities.ts'
import { SiteFooter } from '#app/frame/site-footer.tsx'
import type { RootData } from '#app/root-data.ts'

beforeEach(() => {
  // The stub's router announces a future flag of the next major version.
  vi.mocked(console.warn).mockImplementation(() => undefined)
})
afterEach(() => {
  cleanup()
  vi.mocked(console.warn).mockClear()
})

/** The footer of a site with these settings. */
async function footerOf(site: Partial<RootData['site']>): Promise<HTMLElement> {
  const Stub = createRemixStub([
    {
      id: 'root',
      path: '/',
      Component: SiteFooter,
      loader: () => ({ city: defaultCity, site: { name: '择校通', ...site } }),
    },
  ])
  render(<Stub initialEntries={['/']} />)
  return screen.findByRole('contentinfo')
}

const addressOf = (name: string) => screen.getByRole('link', { name }).getAttribute('href')

test('a site without settings leads to 12377, the report part and the terms, and states no licence', async () => {
  const footer = await footerOf({})
  expect(addressOf('12377')).toBe('https://www.12377.cn/')
  expect(addressOf('违法和不良信息举报')).toBe('/contact/#report')
  expect(addressOf('用户协议')).toBe('/agreement/')
  expect(footer.textContent).not.toMatch(/信用代码|许可证|备|受理/)
})

test('licences and records are shown with the addresses of their registers, the record of the police by its number', async () => {
  const footer = await footerOf({
    icp: '粤ICP备1号-1',
    police: '粤公网安备 44030502000001 号',
    policeBadge: '/media/gongan.png',
    creditCode: '91440300MA5EXAMPL1',
    telecom: '粤B2-20260001',
    email: 'a@example.cn',
    reports: '工作日受理',
  })
  expect(addressOf('粤ICP备1号-1')).toBe('https://beian.miit.gov.cn/')
  const record = 'https://beian.mps.gov.cn/#/query/webSearch?code=44030502000001'
  expect(addressOf('粤公网安备 44030502000001 号')).toBe(record)
  expect(footer.querySelector('img[src="/media/gongan.png"]')?.getAttribute('alt')).toBe('')
  expect(footer.textContent).toContain('统一社会信用代码 91440300MA5EXAMPL1')
  expect(footer.textContent).toContain('增值电信业务经营许可证 粤B2-20260001')
  expect(footer.textContent).toContain(
    '违法和不良信息举报\u00a0· a@example.cn\u00a0· 工作日受理\u00a0· 12377',
  )
})
