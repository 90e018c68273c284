// @vitest-environment jsdom
import { afterEach, expect, test } from 'vitest'
import { openGraph, pageLink, pageTitle } from '#app/share/page-card.ts'

afterEach(() => {
  document.head.innerHTML = ''
  window.history.replaceState(null, '', '/')
})

test('the card of a page is its Open Graph, which is written for people', () => {
  document.head.innerHTML = [
    '<title>听澜学校(南山区)学费_招生_2026年_择校通</title>',
    '<meta property="og:title" content="听澜学校｜IB 双语学校，学费 12.8 万/年">',
    '<meta property="og:image" content="https://school.example/media/cover.jpg">',
  ].join('')
  expect([pageTitle(), openGraph('image')]).toEqual([
    '听澜学校｜IB 双语学校，学费 12.8 万/年',
    'https://school.example/media/cover.jpg',
  ])
})

test('a page without Open Graph is shared by its title, without the site’s name', () => {
  document.head.innerHTML = '<title>听澜学校(南山区)学费_招生_2026年_择校通</title>'
  expect(pageTitle()).toBe('听澜学校(南山区)学费_招生_2026年')
})

test.each([
  ['/planning/shenzhen/?grade=g7&identity=hmt', '/planning/shenzhen/?grade=g7&identity=hmt'],
  ['/openday/shenzhen/?month=2026-12#d5', '/openday/shenzhen/?month=2026-12'],
  ['/school/1/?utm_source=wx&grade=g7&from=singlemessage&isappinstalled=0', '/school/1/?grade=g7'],
  ['/school/1/?grade=g7&modal=order&orderType=order&schoolId=1', '/school/1/?grade=g7'],
  ['/school/1/?grade=g7&near=22.545%2C113.935', '/school/1/?grade=g7'],
  ['/school/1/?near=nanshan', '/school/1/?near=nanshan'],
])('%s is shared as %s, and not as its canonical page', (shown, shared) => {
  document.head.innerHTML = '<link rel="canonical" href="https://school.example/planning/shenzhen/">'
  window.history.replaceState(null, '', shown)
  expect(pageLink()).toBe(`https://school.example${shared}`)
})

test('a page without a canonical URL is shared at the origin that it was opened at', () => {
  window.history.replaceState(null, '', '/search/?q=x')
  expect(pageLink()).toBe(`${window.location.origin}/search/?q=x`)
})
