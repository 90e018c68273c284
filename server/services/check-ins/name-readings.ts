import { syllablesOf } from '#server/db/search/search-pinyin.ts'

const mostReadings = 8

/**
 * Pinyin of a name for search: full readings without spaces, and their initials. Characters with several common
 * readings yield several of both; Latin letters stay.
 */
export function nameReadings(name: string): { pinyin: string[]; initials: string[] } {
  const parts =
    name
      .normalize('NFKC')
      .toLowerCase()
      .match(/\p{Script=Han}+|[a-z]+/gu) ?? []
  const syllables = parts.flatMap((part) =>
    /^[a-z]/.test(part) ? [[part]] : syllablesOf(part).filter((readings) => readings.length > 0),
  )
  let readings: string[][] = [[]]
  for (const choices of syllables) {
    readings = readings
      .flatMap((before) => choices.map((choice) => [...before, choice]))
      .slice(0, mostReadings)
  }
  const joined = (write: (syllable: string) => string) =>
    [...new Set(readings.map((reading) => reading.map(write).join('')))].filter(Boolean)
  return { pinyin: joined((syllable) => syllable), initials: joined((syllable) => syllable.slice(0, 1)) }
}
