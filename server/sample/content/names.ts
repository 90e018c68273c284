import { pinyin } from 'pinyin-pro'
import type { City } from '#server/contract/cities.ts'
import type { Random } from './random.ts'
import type { Profile } from './profiles.ts'

/** A school's names: what it is called, in English, other spellings in use, and a former name when it was renamed. */
export type Names = { name: string; english: string; aliases: string[]; former?: string }

type Pattern = readonly [name: string, english: string, short: string]

const patterns: Record<Profile['kind'], readonly Pattern[]> = {
  international: [
    ['[city][stem]国际学校', '[Stem] International School [City]', '[stem]国际'],
    ['[stem]书院', '[Stem] Academy [City]', '[city][stem]书院'],
    ['[city][stem]国际书院', '[Stem] International Academy [City]', '[stem]书院'],
    ['[city][stem]公学', '[Stem] College [City]', '[stem]公学'],
    ['[stem]国际学校[city]校区', '[Stem] International School, [City] Campus', '[stem][city]'],
  ],
  foreign: [
    ['[city][stem]外籍人员子女学校', '[Stem] School of [City]', '[stem]外籍学校'],
    ['[stem]外籍人员子女学校', 'The [Stem] School [City]', '[stem]外籍'],
  ],
  bilingual: [
    ['[city][stem]双语学校', '[Stem] Bilingual School [City]', '[stem]双语'],
    ['[city]市[stem]双语实验学校', '[City] [Stem] Bilingual Experimental School', '[stem]双语'],
    ['[stem]外国语学校', '[Stem] Foreign Language School [City]', '[stem]外校'],
    ['[city][stem]学校', '[Stem] School [City]', '[stem]'],
  ],
  private: [
    ['[city]市[stem]实验学校', '[City] [Stem] Experimental School', '[stem]实验'],
    ['[city][stem]学校', '[Stem] School [City]', '[stem]'],
  ],
  public: [['[city]市[area][stem]学校', '[City] [Stem] School', '[area][stem]']],
}

const onlyHigh: readonly Pattern[] = [
  ['[city][stem]高级中学', '[Stem] High School [City]', '[stem]高中'],
  ['[city]市[stem]高级中学', '[City] [Stem] Senior High School', '[stem]高级中学'],
]
const secondary: readonly Pattern[] = [
  ['[city]市[stem]中学', '[City] [Stem] Middle School', '[stem]中学'],
  ['[city][stem]中学', '[Stem] Secondary School [City]', '[stem]中学'],
]
const early: readonly Pattern[] = [
  ['[city][stem]双语学校', '[Stem] Bilingual School [City]', '[stem]双语'],
  ['[stem]双语学校', '[Stem] Bilingual School [City]', '[stem]'],
]

function patternsFor({ kind, stages }: Profile): readonly Pattern[] {
  const shape = stages.join(' ')
  if (shape === 'kindergarten primary') return early
  if (kind === 'private' || kind === 'public') {
    if (shape === 'high') return onlyHigh
    if (shape === 'middle high') return secondary
  }
  return patterns[kind]
}

/** A stem in Latin letters, such as Tinglan. */
export function romanised(stem: string): string {
  const letters = pinyin(stem, { toneType: 'none', type: 'array', v: true }).join('')
  return letters.charAt(0).toUpperCase() + letters.slice(1)
}

/** Makes a school's names from its stem; an abbreviation that is `taken` is left out, a new one is added to them. */
export function makeNames(
  stem: string,
  profile: Profile,
  city: City,
  area: string,
  random: Random,
  taken: Set<string>,
): Names {
  const [pattern, englishPattern, shortPattern] = random.pick(patternsFor(profile))
  const latin = romanised(stem)
  const cityLatin = city.pinyin.charAt(0).toUpperCase() + city.pinyin.slice(1)
  const fill = (text: string) =>
    text
      .replace('[stem]', stem)
      .replace('[city]', city.name)
      .replace('[area]', area)
      .replace('[Stem]', latin)
      .replace('[City]', cityLatin)
  const name = fill(pattern)
  const english = fill(englishPattern)
  const abbreviation = english
    .replace(/^The /u, '')
    .split(/[ ,]+/u)
    .filter((word) => /^[A-Z]/u.test(word) && word !== 'Campus')
    .map((word) => word.charAt(0))
    .join('')
  const aliases = new Set([
    fill(shortPattern),
    ...(taken.has(abbreviation) ? [] : [abbreviation]),
    name.includes(city.name) ? name.replace(city.name, '').replace(/^市|校区$/gu, '') : city.name + name,
  ])
  aliases.delete(name)
  taken.add(abbreviation)
  return { name, english, aliases: [...aliases] }
}

/** The name a school had before it was renamed: an older fashion of the same stem. */
export function formerName(stem: string, city: City, present: string, random: Random): string {
  const older = [`${city.name}${stem}英文学校`, `${city.name}市${stem}实验双语学校`, `${stem}国际实验学校`]
  return random.pick(older.filter((name) => name !== present))
}
