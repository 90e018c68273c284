import { foldNumbers } from '#server/db/search/search-fold.ts'

/** Tuition in CNY per year: above the lower bound, up to the upper one. */
export type FeeLimits = { min?: number; max?: number }

const amount = String.raw`(\d+(?:\.\d+)?)\s*(万元?|w|千元?|k|元)?`
const lead = '(?:学费|预算|费用|收费|价格|每年|一年|年费)?的?在?'
const tail = '(?:元|块)?(?:/年|每年|一年|1年|的)?'
const phrase = (middle: string) => new RegExp(`${lead}${middle}${tail}`, 'u')

const factors = new Map([
  ['万', 10_000],
  ['w', 10_000],
  ['千', 1000],
  ['k', 1000],
])
/** A number without a unit is an amount from here on; the greatest amount that lists take. */
const leastPlain = 1000
const greatest = 10_000_000

/** CNY of a number and its unit; a number without one takes that of the other bound. */
function cnyOf(number: string | undefined, unit: string | undefined): number | undefined {
  const factor = unit === undefined ? undefined : factors.get(unit.slice(0, 1))
  const value = Math.round(Number(number) * (factor ?? 1))
  if (factor === undefined && value < leastPlain) return undefined
  return value > 0 && value <= greatest ? value : undefined
}

type Groups = readonly (string | undefined)[]
const upTo = ([, number, unit]: Groups): FeeLimits => limits(undefined, cnyOf(number, unit))
const from = ([, number, unit]: Groups): FeeLimits => limits(cnyOf(number, unit), undefined)

function limits(min: number | undefined, max: number | undefined): FeeLimits {
  return { ...(min === undefined ? {} : { min }), ...(max === undefined ? {} : { max }) }
}

/** How far 左右 reaches to either side. */
const around = 0.2

/** Phrases in the order in which they are tried, with the limits that they mean. */
const phrases: readonly (readonly [RegExp, (groups: Groups) => FeeLimits])[] = [
  [/(?:免(?:学费|费)|不(?:收|要)(?:学费|钱)|(?:学费|费用)?全免)的?/u, () => ({ max: 0 })],
  [
    phrase(String.raw`${amount}\s*(?:-|–|—|~|到|至)\s*${amount}(?:之间)?`),
    ([, low, lowUnit, high, highUnit]) => limits(cnyOf(low, lowUnit ?? highUnit), cnyOf(high, highUnit)),
  ],
  [phrase(`(?:不超过|不高于|不到|低于|少于|小于|最多)${amount}`), upTo],
  [phrase(`(?:超过|不低于|高于|至少|大于)${amount}`), from],
  [phrase(`${amount}(?:以内|以下|之内|之下|封顶|内)`), upTo],
  [phrase(`${amount}(?:以上|之上|起|往上)`), from],
  [
    phrase(`${amount}(?:左右|上下)`),
    ([, number, unit]) => {
      const middle = cnyOf(number, unit)
      return middle === undefined
        ? {}
        : limits(Math.round(middle * (1 - around)), Math.round(middle * (1 + around)))
    },
  ],
  [phrase(String.raw`(\d+(?:\.\d+)?)\s*(万元?|w)(?![a-z])`), upTo],
]

/** The limits that a phrase of a normalized text names, with the text around it; undefined without such a phrase. */
export function readFee(text: string): { fee: FeeLimits; around: string } | undefined {
  for (const [pattern, limitsOf] of phrases) {
    // Numbers in characters count with a unit alone: 三中 is a name.
    for (const written of [text, /[十百千万]/u.test(text) ? foldNumbers(text) : text]) {
      const found = pattern.exec(written)
      if (found === null) continue
      const fee = limitsOf(found)
      if (fee.min === undefined && fee.max === undefined) continue
      if (fee.min !== undefined && fee.max !== undefined && fee.min >= fee.max) continue
      const [whole] = found
      return { fee, around: `${written.slice(0, found.index)} ${written.slice(found.index + whole.length)}` }
    }
  }
  return undefined
}
