/** Natural key of a school without a key of its own. */
export type SchoolPlace = {
  cityCode: string
  name: string
  /** Slug; unknown when left out. */
  district?: string | null | undefined
  address?: string | null | undefined
}

const openingBrackets = /[【[{〔〈《「『]/gu
const closingBrackets = /[】\]}〕〉》」』]/gu

/** Normalizes width, case, spaces and brackets; every other character is significant. */
function plain(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(openingBrackets, '(')
    .replace(closingBrackets, ')')
    .replace(/\s+/gu, '')
}

/** What all schools of one city with one name share: the first line of their identities. */
export function schoolNamesake({ cityCode, name }: Pick<SchoolPlace, 'cityCode' | 'name'>): string {
  return `${cityCode} ${plain(name)}`
}

/** A school's `identity`: city and name, district, address, a line each. */
export function schoolIdentity(place: SchoolPlace): string {
  return [schoolNamesake(place), place.district ?? '', plain(place.address ?? '')].join('\n')
}

const agree = (one: string, other: string): boolean => one === '' || other === '' || one === other

/** Whether two places may be one school's: what both state about the district and the address is the same. */
export function samePlace(one: SchoolPlace, other: SchoolPlace): boolean {
  return (
    schoolNamesake(one) === schoolNamesake(other) &&
    agree(one.district ?? '', other.district ?? '') &&
    agree(plain(one.address ?? ''), plain(other.address ?? ''))
  )
}
