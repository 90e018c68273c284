import { cities } from '#server/contract/cities.ts'
import { shortDistrictName } from '#server/contract/district-name.ts'
import { districtsOf } from '#server/contract/districts.ts'

/** Kinds of schools whose name may be the place and the kind alone, by what such a name says of the kind. */
const kinds = ['中学', '小学', '外国语', '实验', '高级中学', '国际', '科学', '师范']

/** The places of names by their first character, each as names write it. */
const placesByHead = new Map<string, string[]>()
for (const { code, name } of cities) {
  addPlace([name, `${name}市`])
  for (const district of districtsOf(code)) addPlace([shortDistrictName(district.name), district.name])
}

function addPlace(names: readonly string[]): void {
  const [head = ''] = names
  const key = head.slice(0, 1)
  placesByHead.set(key, [...new Set([...(placesByHead.get(key) ?? []), ...names])])
}

/**
 * What families call schools whose abbreviation is no place and kind, and how the names of these and of their branches begin. A name
 * that one school alone has stands among its aliases instead, which editors write.
 */
const institutions: ReadonlyMap<string, readonly string[]> = new Map([
  ['华附', ['华南师范大学附属中学', '华南师大附中', '华师附中']],
  ['省实', ['广东实验中学', '广东省实验中学']],
  ['人附', ['中国人民大学附属中学', '人大附中']],
  ['清附', ['清华大学附属中学', '清华附中']],
  ['北附', ['北京大学附属中学', '北大附中']],
])

/** The first character of a place, a number, and the beginning of a kind: 深中, 南外, 深二外, 深实验. */
const abbreviation = /^(\p{Script=Han}?)(?:第?([一二三四五六七八九十]+))?(\p{Script=Han}{1,2})$/u

/**
 * The beginnings of names that a text of Han characters may abbreviate: 深圳中学 and 深圳市中学 for 深中, 深圳第二外国语 for
 * 深二外; 华南师范大学附属中学 for 华附. None for most texts.
 */
export function spelledOut(text: string): string[] {
  const known = institutions.get(text)
  if (known !== undefined) return [...known]
  const [, head = '', number, rest = ''] = abbreviation.exec(text) ?? []
  const places = placesByHead.get(head) ?? []
  if (places.length === 0 || rest === '') return []
  const order = number === undefined ? '' : `第${number}`
  return kinds
    .filter((kind) => kind.startsWith(rest))
    .flatMap((kind) => places.map((place) => place + order + kind))
}
