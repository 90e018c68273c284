import { gzipSync } from 'node:zlib'
import { JSDOM } from 'jsdom'
import { expect, test } from 'vitest'
import { cities } from '#server/contract/cities.ts'
import { placeholderPalette } from '#server/services/images/placeholder-palette.ts'
import { isPictureKind, pictureSize, type PictureKind } from '#server/sample/pictures/picture-kinds.ts'
import { campusChoices, drawPicture, pictureColor } from '#server/sample/pictures/pictures.ts'

const kinds: readonly PictureKind[] = ['campus', 'scene', 'portrait', 'logo', 'news', 'banner']
const topics = {
  scene: 'gate teaching library field lab canteen dorm arts pool garden music classroom'.split(' '),
  news: 'openday award lecture sports art science generic'.split(' '),
  banner: cities.map(({ pinyin }) => pinyin),
}
const compositions = new Set(cities.flatMap(({ pinyin }) => campusChoices(pinyin)))

/** Most bytes of a kind, plain and in gzip. */
const limits: Readonly<Record<PictureKind, readonly [number, number]>> = {
  campus: [14_500, 3_300],
  scene: [13_000, 3_200],
  news: [12_500, 3_000],
  banner: [14_500, 3_400],
  portrait: [1_500, 750],
  logo: [1_100, 600],
}

function seedsOf(kind: PictureKind, count: number): string[] {
  return Array.from({ length: count }, (_unused, at) => {
    if (kind === 'campus') return `c${at % compositions.size}-4403-${at}`
    if (kind === 'portrait' || kind === 'logo') return `4403-${at}`
    return `${topics[kind][at % topics[kind].length]}-4403-${at}`
  })
}

/** The elements of a drawing in their order, without what they look like. */
function skeleton(markup: string): string {
  return [...markup.matchAll(/<(\w+)/g)].map(([, name]) => name).join(' ')
}

test.each(kinds)('a %s is the same whenever it is drawn, and another one for another seed', (kind) => {
  const seeds = seedsOf(kind, 60)
  const drawn = seeds.map((seed) => drawPicture(kind, seed))
  expect(seeds.map((seed) => drawPicture(kind, seed))).toEqual(drawn)
  expect(new Set(drawn).size).toBe(seeds.length)
})

test.each(kinds)('a %s is XML of its size that needs nothing from elsewhere', (kind) => {
  const parser = new new JSDOM('').window.DOMParser()
  const { width, height } = pictureSize(kind)
  for (const seed of seedsOf(kind, kind === 'campus' ? compositions.size : 14)) {
    const markup = drawPicture(kind, seed)
    const { documentElement: root } = parser.parseFromString(markup, 'image/svg+xml')
    expect(root.tagName).toBe('svg')
    expect(root.getAttribute('viewBox')).toBe(`0 0 ${width} ${height}`)
    expect([root.getAttribute('width'), root.getAttribute('height')]).toEqual([`${width}`, `${height}`])
    expect(root.querySelectorAll('script, style, filter, text, image, foreignObject, [style]')).toHaveLength(
      0,
    )
    expect(markup).not.toMatch(/NaN|undefined|Infinity|https?:(?!\/\/www\.w3\.org\/)/)
    const ids = [...markup.matchAll(/ id="(\w+)"/g)].map(([, id]) => id)
    expect(new Set(ids).size).toBe(ids.length)
    for (const [, id] of markup.matchAll(/(?:url\(#|href="#)(\w+)/g)) expect(ids).toContain(id)
  }
})

test.each(kinds)('three hundred pictures of kind %s stay small', (kind) => {
  const [plain, packed] = limits[kind]
  const heavy = seedsOf(kind, 300).filter((seed) => {
    const markup = drawPicture(kind, seed)
    return markup.length > plain || gzipSync(markup).length > packed
  })
  expect(heavy).toEqual([])
})

test('every city has more campus compositions than schools, and no two are built alike', () => {
  expect(compositions.size).toBeGreaterThanOrEqual(30)
  for (const { pinyin } of cities) expect(campusChoices(pinyin).length).toBeGreaterThanOrEqual(24)
  const skeletons = [...compositions].map((number) => skeleton(drawPicture('campus', `c${number}-same`)))
  expect(new Set(skeletons).size).toBe(compositions.size)
})

test('a composition keeps its landmarks and changes its proportions, season and colours', () => {
  const seeds = Array.from({ length: 12 }, (_unused, at) => `c0-${at}`)
  expect(new Set(seeds.map((seed) => pictureColor('campus', seed))).size).toBeGreaterThan(2)
  for (const seed of seeds) expect(drawPicture('campus', seed).match(/<use /g)?.length).toBeGreaterThan(10)
})

test('composition numbers beyond the last begin anew, and a seed without one still gives a picture', () => {
  const beyond = skeleton(drawPicture('campus', `c${compositions.size}-a`)).split(' ')
  expect(beyond.length).toBeGreaterThan(30)
  expect(skeleton(drawPicture('campus', 'no-number')).split(' ').length).toBeGreaterThan(30)
})

test('the subject of a scene, of news and of a banner decides what is drawn', () => {
  for (const kind of ['scene', 'news', 'banner'] as const) {
    const drawn = topics[kind].map((topic) => skeleton(drawPicture(kind, `${topic}-1`)))
    expect(new Set(drawn).size).toBe(topics[kind].length)
    expect(drawPicture(kind, 'constructor-1')).toContain('<svg')
  }
})

test('the schools of one city have different logos', () => {
  const logos = Array.from({ length: 20 }, (_unused, at) => drawPicture('logo', `4403-${at + 1}`))
  const charges = logos.map((logo) =>
    /<g transform="translate\(12 10\).*/.exec(logo)?.[0].replace(/#\w{6}/g, ''),
  )
  expect(new Set(charges).size).toBe(20)
})

test.each(kinds)('the placeholder colour of a %s is one of the palette', (kind) => {
  for (const seed of seedsOf(kind, 100)) {
    expect(Object.keys(placeholderPalette)).toContain(pictureColor(kind, seed))
  }
})

test.each(['', 'A', 'a b', '../a', 'a/b', 'a.svg', '深圳', 'a'.repeat(61), 'a\n', '<'])(
  'the seed %j is refused',
  (seed) => {
    for (const kind of kinds) {
      expect(() => drawPicture(kind, seed)).toThrow(RangeError)
      expect(() => pictureColor(kind, seed)).toThrow(RangeError)
    }
  },
)

test('only the names of kinds are kinds', () => {
  expect(kinds.every(isPictureKind)).toBe(true)
  expect(['', 'toString', 'campuses', 'Campus'].some(isPictureKind)).toBe(false)
})
