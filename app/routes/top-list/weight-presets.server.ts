import type { City } from '#server/contract/cities.ts'
import type { RankingPart } from '#server/contract/schools/rankings.ts'
import { rankingListPath, topListPath } from '#app/paths.ts'

/** How many parts have a preset of their own: those that the publisher weighs most. */
const mostPresets = 3
/** The weight of the part that a preset is about; the others share the rest. */
const emphasis = 60

/** An order of a ranked list that is one link away. */
export type WeightPreset = { label: string; href: string; isCurrent: boolean }

type Asked = { anchor: string; parts: readonly RankingPart[]; typed: Readonly<Record<string, string>> }

/** The publisher's order, all parts alike, and each of the main parts above the others; none where there is one part. */
export function weightPresets(
  city: City,
  { anchor, parts, typed }: Asked,
  isWeighed: boolean,
): WeightPreset[] {
  if (parts.length < 2) return []
  const preset = (label: string, weightOf: (part: RankingPart) => number): WeightPreset => {
    const fields = parts.map((part) => [`w_${part.slug}`, String(weightOf(part))])
    return {
      label,
      href: `${topListPath(city)}?${new URLSearchParams([['list', anchor], ...fields]).toString()}`,
      isCurrent: isWeighed && parts.every((part) => Number(typed[part.slug]) === weightOf(part)),
    }
  }
  const rest = Math.floor((100 - emphasis) / (parts.length - 1))
  const isEven = parts.every(({ weight }) => weight === parts[0]?.weight)
  const main = parts.toSorted((one, other) => other.weight - one.weight).slice(0, mostPresets)
  return [
    { label: '榜单原来的名次', href: rankingListPath(city, anchor), isCurrent: !isWeighed },
    ...(isEven ? [] : [preset('各项均衡', () => Math.floor(100 / parts.length))]),
    ...main.map(({ slug, name }) => preset(`看重${name}`, (part) => (part.slug === slug ? emphasis : rest))),
  ]
}

/** What each weight means beside the others, by slug: 很看重，占 60%. Nothing for weights that are no numbers. */
export function weightWords(
  parts: readonly RankingPart[],
  typed: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const weights = parts.map(({ slug }) => ({ slug, weight: Number(typed[slug]) }))
  const sum = weights.reduce((total, { weight }) => total + weight, 0)
  if (!(sum > 0)) return {}
  return Object.fromEntries(
    weights.map(({ slug, weight }) => [slug, wordOf(weight / sum, (weight / sum) * parts.length)]),
  )
}

/** Words for weights from so many equal shares on. */
const degrees = [
  [1.5, '很看重'],
  [1.1, '较看重'],
  [0.8, '一般'],
] as const

/** A share of the score in words; `times`: of an equal share. */
function wordOf(share: number, times: number): string {
  if (share === 0) return '不看'
  const [, word] = degrees.find(([least]) => times >= least) ?? []
  return `${word ?? '看得轻'}，占 ${Math.round(share * 100)}%`
}
