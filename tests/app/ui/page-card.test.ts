// @vitest-environment jsdom
import { afterEach, expect, test } from 'vitest'
import { openGraph, pageLink, pageTitle } from '#app/share/page-card.ts'

const address = 'https://school.example/school/7/'

/** A document that was loaded at `loaded` and shows the page at `shown`. */
function show({ loaded, shown = loaded }: { loaded: string | undefined; shown?: string | undefined }) {
  document.head.innerHTML = [
    '<title>听澜学校(南山区)学费_招生_2026年_择校通</title>',
    '<meta name="description" content="搜索引擎读的,一段话">',
    shown === undefined ? '' : `<link rel="canonical" href="${shown}">`,
    '<meta property="og:title" content="听澜学校｜IB 双语学校，学费 12.8 万/年">',
    '<meta property="og:description" content="给人读的一句话。">',
    '<meta property="og:image" content="https://school.example/media/cover.jpg">',
    loaded === undefined ? '' : `<meta property="og:url" content="${loaded}">`,
  ].join('')
  document.body.innerHTML = '<h1><span>听澜学校 </span>招生与学费</h1>'
}

afterEach(() => {
  document.head.innerHTML = ''
  document.body.innerHTML = ''
})

const card = () => [pageTitle(), openGraph('description'), pageLink(), openGraph('image')]

test('the card of the loaded page is its Open Graph, which is written for people', () => {
  show({ loaded: address })
  expect(card()).toEqual([
    '听澜学校｜IB 双语学校，学费 12.8 万/年',
    '给人读的一句话。',
    address,
    'https://school.example/media/cover.jpg',
  ])
})

test('after a navigation the card is of the page that is shown, not of the loaded one', () => {
  show({ loaded: address, shown: `${address}admissions/` })
  expect(card()).toEqual(['听澜学校(南山区)学费_招生_2026年', undefined, `${address}admissions/`, undefined])
})

test('a page without a canonical URL is shared at its own address', () => {
  show({ loaded: undefined })
  expect(card().slice(0, 3)).toEqual(['听澜学校(南山区)学费_招生_2026年', undefined, window.location.href])
})
