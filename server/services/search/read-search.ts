import { recordOf } from '#server/contract/catalogue/typed-records.ts'
import type { SchoolSection } from '#server/contract/schools/school-sections.ts'
import type { UnderstoodSearch } from '#server/contract/search/understand.ts'
import { termFacets, type TermFacet } from '#server/contract/schools/facets.ts'
import { fold } from '#server/db/search/search-fold.ts'
import { simplified } from '#server/db/search/search-traditional.ts'
import { readFee } from './fee-phrase.ts'
import { searchTerms, type Meaning } from './search-terms.ts'

/** A stretch of a folded text: a word with what it may mean, or what lies between such words. */
type Stretch = { text: string; meanings?: readonly Meaning[] }

const longestTerm = Math.max(...[...searchTerms.keys()].map((word) => word.length))
const isLatin = (character = '') => /[\p{Script=Latin}\d]/u.test(character)

/** Cuts a folded text at the known terms, the longest first; a Latin one only where the word ends. */
function cut(text: string): Stretch[] {
  const stretches: Stretch[] = []
  let between = ''
  const close = () => {
    if (between.trim() !== '') stretches.push({ text: between.trim() })
    between = ''
  }
  for (let at = 0; at < text.length;) {
    const begins = !isLatin(text[at]) || !isLatin(text[at - 1])
    const length = begins ? lengthOfTerm(text, at) : 0
    if (length === 0) {
      between += text.slice(at, at + 1)
      at += 1
      continue
    }
    close()
    const word = text.slice(at, at + length)
    stretches.push({ text: word, meanings: searchTerms.get(word) ?? [] })
    at += length
  }
  close()
  return stretches
}

function lengthOfTerm(text: string, at: number): number {
  for (let length = Math.min(longestTerm, text.length - at); length > 0; length -= 1) {
    const end = at + length
    const isInside = isLatin(text[end - 1]) && isLatin(text[end])
    if (!isInside && searchTerms.has(text.slice(at, end))) return length
  }
  return 0
}

/** The meaning of a place's name: in the given city, else where there is one such place alone. */
function chosen(meanings: readonly Meaning[], cityCode: string | undefined): Meaning | undefined {
  const isElsewhere = (meaning: Meaning) => 'cityCode' in meaning && meaning.cityCode !== cityCode
  const here = meanings.filter((meaning) => !isElsewhere(meaning))
  // A district's name stands before a place's in the same city.
  return here[0] ?? (meanings.length === 1 ? meanings[0] : undefined)
}

const none = (): UnderstoodSearch => recordOf(termFacets, () => [])

/**
 * Understands a search text: as filters when all of it are known terms, tuition among them; else as words of a name with
 * the part of the school's pages, or the tuition, that is asked for besides. Undefined when it is words alone. `cityCode`
 * is the visitor's city, whose places come first.
 */
export function readSearch(typed: string, cityCode?: string): UnderstoodSearch | undefined {
  const plain = simplified(typed.normalize('NFKC').toLowerCase())
  const priced = readFee(plain)
  const stretches = cut(fold(priced?.around ?? plain))
  const named = stretches.flatMap(({ meanings = [] }) => meanings).find((meaning) => meaning.type === 'city')
  const fee = {
    ...(priced?.fee.min === undefined ? {} : { fee_min: priced.fee.min }),
    ...(priced?.fee.max === undefined ? {} : { fee_max: priced.fee.max }),
  }
  const meant = stretches.map(({ meanings = [] }) => chosen(meanings, named?.code ?? cityCode))
  if (meant.includes(undefined)) return aboutOneSchool(stretches, fee)
  if (priced === undefined && isPartOfNames(stretches, meant)) return undefined

  const understood: UnderstoodSearch = { ...none(), ...fee }
  const add = (facet: TermFacet, slugs: readonly string[]) => {
    understood[facet] = [...new Set([...understood[facet], ...slugs])]
  }
  for (const meaning of meant) {
    if (meaning === undefined || meaning.type === 'filler' || meaning.type === 'section') continue
    if (meaning.type === 'city') understood.city_code = meaning.code
    else if (meaning.type === 'place') {
      understood.city_code = meaning.cityCode
      add('district', [meaning.district])
      if (meaning.place !== undefined) understood.place = meaning.place
    } else if (meaning.type === 'grade') {
      understood.grade = meaning.slug
      add('stage', [meaning.stage])
    } else add(meaning.type, meaning.slugs)
  }
  return priced !== undefined || termsOf(understood).length > 0 ? understood : undefined
}

/** The terms of all conditions that a search names. */
export function termsOf(understood: UnderstoodSearch): string[] {
  return termFacets.flatMap((facet) => understood[facet])
}

/** Whether a text is one short word of a kind, such as 国际: names of schools of other kinds have it too. */
function isPartOfNames([only, ...others]: readonly Stretch[], [meaning]: readonly (Meaning | undefined)[]) {
  return others.length === 0 && meaning?.type === 'kind' && only?.text.endsWith('校') === false
}

/** A text that holds words of a name: its last word may ask for a part of the school's pages. */
function aboutOneSchool(
  stretches: readonly Stretch[],
  fee: Partial<UnderstoodSearch>,
): UnderstoodSearch | undefined {
  const sectionOf = ({ meanings = [] }: Stretch): SchoolSection | undefined =>
    meanings.flatMap((meaning) => (meaning.type === 'section' ? [meaning.section] : []))[0]
  const isFiller = ({ text, meanings = [] }: Stretch) =>
    text !== '学校' && text !== '学院' && meanings.some(({ type }) => type === 'filler')
  const words = [...stretches]
  let section: SchoolSection | undefined
  for (let last = words.at(-1); last !== undefined; last = words.at(-1)) {
    const asked = sectionOf(last)
    if (asked === undefined && !isFiller(last)) break
    section = asked ?? section
    words.pop()
  }
  const hasFee = fee.fee_min !== undefined || fee.fee_max !== undefined
  if ((section === undefined && !hasFee) || words.length === 0) return undefined
  return {
    ...none(),
    ...fee,
    q: words.map(({ text }) => text).join(' '),
    ...(section === undefined ? {} : { section }),
  }
}
