import type { DataOf } from '#server/contract/endpoint.ts'
import type {
  listRankings,
  RankedSchool,
  RankingPart,
  weighRanking,
} from '#server/contract/schools/rankings.ts'

type Ranking = DataOf<typeof listRankings>['items'][number]
type WeighedRanking = DataOf<typeof weighRanking>
type Weights = Readonly<Record<string, number>>

const oneDecimal = (value: number) => Math.round(value * 10) / 10

/** Whether weights are the publisher's own or a multiple of them. */
function isPublished(parts: readonly RankingPart[], weights: Weights): boolean {
  const weightOf = ({ slug }: RankingPart) => weights[slug] ?? 0
  const given = parts.reduce((sum, part) => sum + weightOf(part), 0)
  const published = parts.reduce((sum, { weight }) => sum + weight, 0)
  return parts.every((part) => weightOf(part) * published === part.weight * given)
}

/** The mean of a school's points by weight, to one decimal place; undefined when a part that counts has no points. */
export function weightedScore(points: Weights = {}, weights: Weights): number | undefined {
  let sum = 0
  let total = 0
  for (const [slug, weight] of Object.entries(weights)) {
    if (weight === 0) continue
    const point = points[slug]
    if (point === undefined) return undefined
    sum += weight * point
    total += weight
  }
  return total === 0 ? undefined : oneDecimal(sum / total)
}

/** Ranked schools by weights: the higher score first, of equal ones the publisher's order; equal scores share a place. */
function weighPlaces(places: readonly RankedSchool[], weights: Weights): WeighedRanking['places'] {
  const scored = places.flatMap(({ place, ...ranked }) => {
    const score = weightedScore(ranked.parts, weights)
    return score === undefined ? [] : [{ ...ranked, score, published_place: place }]
  })
  const ordered = scored.toSorted((a, b) => b.score - a.score || a.published_place - b.published_place)
  return ordered.map((ranked) => {
    const first = ordered.findIndex(({ score }) => score === ranked.score)
    const next = ordered.findIndex(({ score }) => score < ranked.score)
    const isTied = (next < 0 ? ordered.length : next) - first > 1
    return { ...ranked, place: first + 1, is_tied: isTied }
  })
}

/**
 * A ranked list by other weights of its parts (contract: `weighRanking`). For weights that name other parts than the list
 * has, what is wrong with them, in Chinese.
 */
export function weighRankingBy(ranking: Ranking, weights: Weights): WeighedRanking | string {
  const { parts = [], places, ...others } = ranking
  if (parts.length === 0) return '这份榜单没有公布分项，不能换权重'
  const known = new Set(parts.map(({ slug }) => slug))
  if (Object.keys(weights).some((slug) => !known.has(slug))) return '这份榜单没有这一项'
  const missing = parts.find(({ slug }) => weights[slug] === undefined)
  if (missing) return `没有写“${missing.name}”的权重`
  if (isPublished(parts, weights)) {
    const published = places.map((ranked) => ({ ...ranked, published_place: ranked.place, is_tied: false }))
    return { ...others, parts, is_published_order: true, places: published, unplaced: [] }
  }
  const weighed = weighPlaces(places, weights)
  const placed = new Set(weighed.map(({ school }) => school.id))
  return {
    ...others,
    parts,
    is_published_order: false,
    places: weighed,
    unplaced: places
      .filter(({ school }) => !placed.has(school.id))
      .map(({ school: { id, name } }) => ({ id, name })),
  }
}
