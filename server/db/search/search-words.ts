import { cities } from '#server/contract/cities.ts'
import { districtsOf } from '#server/contract/districts.ts'
import { otherSpellings } from '#server/contract/search/term-spellings.ts'
import { boardings, curricula, kinds, stages, type Term } from '#server/contract/vocabulary.ts'
import type { FacetSource } from './facet-bits.ts'
import { fold, runsOf } from './search-fold.ts'
import { syllablesOf } from './search-pinyin.ts'

/** A place without the word for its rank: what visitors type. */
function shortPlace(name: string): string {
  const short = name.replace(/(?:新区|街道|区|县|镇|市)$/u, '')
  return short.length > 1 ? short : name.replace(/区$/u, '')
}

const hanRuns = (text: string) =>
  runsOf(fold(text))
    .filter(({ script }) => script === 'han')
    .map((run) => run.text)

const spellingsOf = (term: Term) => [term.label, ...otherSpellings(term.slug)]
const places = cities.flatMap(({ code, name }) => [
  `${name}市`,
  name,
  ...districtsOf(code).flatMap((district) => [district.name, shortPlace(district.name)]),
])
const spellings = [...places, ...[...stages, ...kinds, ...curricula, ...boardings].flatMap(spellingsOf)]
const candidates = new Set(spellings.flatMap(hanRuns).filter((word) => word.length > 1))

function isJoined(word: string, parts: ReadonlySet<string>): boolean {
  return [...parts].some(
    (part) =>
      part !== word &&
      word.startsWith(part) &&
      (parts.has(word.slice(part.length)) || isJoined(word.slice(part.length), parts)),
  )
}

const placeNames = new Set(places)
/** Words that stand for themselves inside a query, with the token that stands for them in the index. */
const tokenOfWord = new Map<string, string>(
  [...candidates]
    .filter((word) => placeNames.has(word) || !isJoined(word, candidates))
    .map((word) => [word, placeNames.has(word) ? shortPlace(word) : word]),
)
const longestWord = Math.max(...[...tokenOfWord.keys()].map((word) => word.length))

const tokenOfSounds = new Map<string, string>(
  [...tokenOfWord.values()].map((word) => {
    const sounds = syllablesOf(word).map(([first]) => first ?? '')
    return [sounds.join(' '), sounds.join('')]
  }),
)
const longestSounds = Math.max(...[...tokenOfSounds.keys()].map((key) => key.split(' ').length))

/** Tokens of the word for school: it narrows nothing, so it is no token of a query. */
export const emptyTokens: ReadonlySet<string> = new Set(['学校', 'xuexiao'])

/** One stretch of a query: a known word by its token, or whatever lies between known words. */
export type Stretch = { word: string } | { between: string[] }

function split(
  units: readonly string[],
  longest: number,
  lookUp: (units: readonly string[]) => string | undefined,
) {
  const stretches: Stretch[] = []
  let between: string[] = []
  const close = () => {
    if (between.length > 0) stretches.push({ between })
    between = []
  }
  for (let at = 0; at < units.length;) {
    let length = Math.min(longest, units.length - at)
    let word: string | undefined
    for (; length > 1 && word === undefined; length -= 1) word = lookUp(units.slice(at, at + length))
    if (word === undefined) {
      between.push(...units.slice(at, at + 1))
      at += 1
    } else {
      close()
      stretches.push({ word })
      at += length + 1
    }
  }
  close()
  return stretches
}

/** Cuts a run of Han characters at the known words (cities, districts, stages, kinds, curricula), longest first. */
export function splitHan(run: string): Stretch[] {
  return split(Array.from(run), longestWord, (units) => tokenOfWord.get(units.join('')))
}

/** Cuts a row of pinyin syllables at the sounds of the known words. */
export function splitSounds(syllables: readonly string[]): Stretch[] {
  return split(syllables, longestSounds, (units) => tokenOfSounds.get(units.join(' ')))
}

/** Every known word that a run of Han characters holds, overlapping ones too, by its token. */
export function wordsIn(run: string): string[] {
  const found: string[] = []
  for (let start = 0; start < run.length; start += 1) {
    for (let length = 2; length <= longestWord && start + length <= run.length; length += 1) {
      const token = tokenOfWord.get(run.slice(start, start + length))
      if (token !== undefined) found.push(token)
    }
  }
  return found
}

const chosen = (terms: readonly Term[], slugs: readonly string[]) =>
  terms.filter(({ slug }) => slugs.includes(slug)).flatMap(spellingsOf)

/** The spellings a school is found by because of its place and its facets, though its name may hold none of them. */
export function facetSpellings(source: FacetSource): string[] {
  const city = cities.find(({ code }) => code === source.cityCode)
  const district = districtsOf(source.cityCode).find(({ slug }) => slug === source.district)
  return [
    ...(city === undefined ? [] : [city.name]),
    ...(district === undefined ? [] : [district.name, shortPlace(district.name)]),
    ...chosen(stages, source.stages ?? []),
    ...chosen(kinds, source.kind ? [source.kind] : []),
    ...chosen(curricula, source.curricula ?? []),
    ...chosen(boardings, source.boarding ? [source.boarding] : []),
  ]
}
