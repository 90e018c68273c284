import { cities, type City } from '../cities.ts'
import { districtSpellings } from '../district-name.ts'
import { districtsOf } from '../districts.ts'
import { otherSpellings } from './term-spellings.ts'
import { curricula, kinds, stages, type Term } from '../vocabulary.ts'

/** A known query term of `/schoollist/{city}/{q}/`: a filter with a landing page of its own. */
export type QueryTerm = { facet: 'stage' | 'kind' | 'curriculum' | 'district'; slug: string; label: string }

const fold = (text: string) => text.normalize('NFKC').trim().toLowerCase()

function spellings(
  facet: QueryTerm['facet'],
  terms: readonly Term[],
  others: (term: Term) => readonly string[] = ({ slug }) => otherSpellings(slug),
): [string, QueryTerm][] {
  // Chrome 64 has no flatMap, and this runs when the module begins.
  const found: [string, QueryTerm][] = []
  for (const term of terms) {
    const { slug, label } = term
    for (const text of [slug, label, ...others(term)]) found.push([fold(text), { facet, slug, label }])
  }
  return found
}

const general = new Map<string, QueryTerm>([
  ...spellings('stage', stages),
  ...spellings('kind', kinds),
  ...spellings('curriculum', curricula),
])

const districtWords = new Map<string, Map<string, QueryTerm>>(
  cities.map(({ code }) => [
    code,
    new Map(
      spellings(
        'district',
        districtsOf(code).map(({ slug, name }) => ({ slug, label: name })),
        ({ label }) => districtSpellings(label),
      ),
    ),
  ]),
)

/** The query term of a text in one city: by slug, label or another spelling; undefined for free text. */
export function queryTermIn(cityCode: string, text: string): QueryTerm | undefined {
  const folded = fold(text)
  return general.get(folded) ?? districtWords.get(cityCode)?.get(folded)
}

/** A query term with its city. */
export type CityQueryTerm = { city: City; word: QueryTerm }

/**
 * The query term of a text: in the preferred city, else in the one other city that has it (a district's name);
 * undefined for free text and for a district's name of several other cities.
 */
export function findQueryTerm(preferred: City, text: string): CityQueryTerm | undefined {
  const own = queryTermIn(preferred.code, text)
  if (own !== undefined) return { city: preferred, word: own }
  const others = cities.flatMap((city) => {
    const word = queryTermIn(city.code, text)
    return word === undefined ? [] : [{ city, word }]
  })
  return others.length === 1 ? others[0] : undefined
}
