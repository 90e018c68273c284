import { cities } from '#server/contract/cities.ts'
import { districtOf } from '#server/contract/districts.ts'
import { fold } from './search-fold.ts'

const provinces = ['广东省']
const company = /(?:(?:股份|责任)?有限(?:责任)?公司|股份公司)$/u

function withoutPlace(form: string, placeWords: readonly string[]): string {
  let rest = form
  for (const word of placeWords) if (rest.startsWith(word)) rest = rest.slice(word.length)
  return rest.length >= 4 ? rest : form
}

/** Parts of a name: as written, outside its brackets, inside each of them. A bracket may be left open. */
function partsOf(name: string): string[] {
  const plain = name
    .normalize('NFKC')
    .replace(/[【[{〔〈《「『]/gu, '(')
    .replace(/[】\]}〕〉》」』]/gu, ')')
  const outside = plain.replace(/\([^()]*(?:\)|$)/gu, ' ')
  const inside = [...plain.matchAll(/\(([^()]*)(?:\)|$)/gu)].map(([, text = '']) =>
    text.replace(/^原名?[::]?/u, ''),
  )
  return [plain, outside, ...inside]
}

/**
 * Search spellings of a name, folded: as written, without its brackets, the content of the brackets (often a former name),
 * without company form, without city and district in front. The first is the name itself.
 */
export function nameForms(name: string, cityCode: string, districtSlug?: string | null): string[] {
  const city = cities.find(({ code }) => code === cityCode)
  const district = districtSlug ? districtOf(cityCode, districtSlug) : undefined
  const placeWords = [
    ...provinces,
    ...(city === undefined ? [] : [`${city.name}市`, city.name]),
    ...(district === undefined ? [] : [district.name]),
  ]
  const parts = partsOf(name)
    .map(fold)
    .filter((form, index) => form.length > (index === 0 ? 0 : 2))
  const plain = parts.flatMap((form) => [form, form.replace(company, '')])
  return [...new Set(plain.flatMap((form) => [form, withoutPlace(form, placeWords)]))].filter(Boolean)
}
