import { simplified } from './search-traditional.ts'

const digitOf = new Map<string, number>(
  Array.from('零一二三四五六七八九', (character, value): [string, number] => [character, value]),
)
digitOf.set('〇', 0).set('两', 2)
const scaleOf = new Map([
  ['十', 10],
  ['百', 100],
  ['千', 1000],
])

function numberOf(numeral: string): string {
  if (!Array.from(numeral).some((character) => scaleOf.has(character))) {
    return Array.from(numeral)
      .map((character) => digitOf.get(character) ?? character)
      .join('')
  }
  let sum = 0
  let digit: number | undefined
  for (const character of numeral) {
    const scale = scaleOf.get(character)
    if (scale === undefined) digit = (digit ?? 0) * 10 + (digitOf.get(character) ?? Number(character))
    else {
      sum += (digit ?? 1) * scale
      digit = undefined
    }
  }
  return String(sum + (digit ?? 0))
}

/**
 * Folds a text for search: width, case, accents, traditional characters and round zeros are normalized, and every run of
 * other characters than letters and digits becomes one space.
 */
export function fold(text: string): string {
  const plain = text
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .normalize('NFC')
  return simplified(plain)
    .replace(/[○◯]/gu, '〇')
    .replace(/(?<=[〇零一二三四五六七八九\d])o(?=[〇零一二三四五六七八九\d])/gu, '〇')
    .replace(/[^\p{L}\p{Nd}〇]+/gu, ' ')
    .trim()
}

/** Folded text with its numbers in digits: 第一〇一, 第一百零一 and 第101 are one. */
export function foldNumbers(folded: string): string {
  return folded.replace(/[〇零一二三四五六七八九两十百千\d]+/gu, numberOf)
}

/** Comparison form: folded text without spaces and with its numbers in digits. */
export function comparable(folded: string): string {
  return foldNumbers(folded.replaceAll(' ', ''))
}

/** Runs of Han characters, of digits, and of other letters, in their order. */
export function runsOf(folded: string): { script: 'han' | 'digit' | 'letter'; text: string }[] {
  return [...folded.matchAll(/(\p{Script=Han}+)|(\p{Nd}+)|((?:(?!\p{Script=Han})\p{L})+)/gu)].map(
    ([text, han, digit]) => ({
      script: han === undefined ? (digit === undefined ? 'letter' : 'digit') : 'han',
      text,
    }),
  )
}
