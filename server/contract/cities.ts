/** An operating city (specification section 3). */
export type City = {
  /** Region code: an adcode without its last two digits. */
  code: string
  /** Chinese name without 市. */
  name: string
  /** Slug in addresses. */
  pinyin: string
}

/** The seven operating cities with their initials, in the order of the specification. */
export const cities = [
  { code: '4403', initials: 'S', name: '深圳', pinyin: 'shenzhen' },
  { code: '4401', initials: 'G', name: '广州', pinyin: 'guangzhou' },
  { code: '4406', initials: 'F', name: '佛山', pinyin: 'foshan' },
  { code: '4413', initials: 'H', name: '惠州', pinyin: 'huizhou' },
  { code: '4404', initials: 'Z', name: '珠海', pinyin: 'zhuhai' },
  { code: '4419', initials: 'D', name: '东莞', pinyin: 'dongguan' },
  { code: '1101', initials: 'B', name: '北京', pinyin: 'beijing' },
] as const satisfies readonly (City & { initials: string })[]

/** The region code of an operating city. */
export type CityCode = (typeof cities)[number]['code']

/** The city of a visitor without a `position` cookie. */
export const defaultCity: City = cities[0]

const byPinyin = new Map<string, City>(cities.map((city) => [city.pinyin, city]))
const byCode = new Map<string, City>(cities.map((city) => [city.code, city]))

/** The city of a slug, or undefined; inherited names such as `constructor` are no cities. */
export function cityOfSlug(slug: string): City | undefined {
  return byPinyin.get(slug)
}

/** The city of a region code, or undefined. */
export function cityOfCode(code: string): City | undefined {
  return byCode.get(code)
}

/** The operating city of an adcode, which is its city's code and two digits more (specification section 5). */
export function cityCodeOfAdcode(adcode: string): CityCode | undefined {
  return cities.find(({ code }) => code === adcode.slice(0, -2))?.code
}
