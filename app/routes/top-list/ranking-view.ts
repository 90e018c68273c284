import type { DataOf } from '#server/contract/endpoint.ts'
import type {
  listRankings,
  RankedSchool,
  RankingPart,
  weighRanking,
} from '#server/contract/schools/rankings.ts'
import { schoolFacts } from '#app/ui/text/school-facts.ts'
import { unusualState } from '#app/ui/text/school-text.ts'
import { tuitionLabel } from '#app/schools/fact-labels.ts'

type Ranking = DataOf<typeof listRankings>['items'][number]
type WeighedRanking = DataOf<typeof weighRanking>

/** How many schools of a ranking the page of all rankings shows. */
const placesShown = 10

/** View model of a school in a ranking. */
export type RankedSchoolView = {
  id: number
  place: number
  name: string
  /** 暂停招生 or 已停办. */
  state?: string
  facts: string
  note?: string
  score?: number
  /** Points in the order of the ranking's parts; null where there are none. */
  points?: (number | null)[]
  /** Absent when not known. */
  fee?: string
  /** Whether another school has the same place. */
  isTied?: true
  /** Its place in the publisher's order, where that is another. */
  published?: number
}

/** A part of the score: its name, and its share of the whole in per cent. */
export type PartView = Pick<RankingPart, 'slug' | 'name' | 'weight'> & { share: number }

/** View model of a ranking. */
export type RankingView = Pick<Ranking, 'id' | 'title' | 'year' | 'method' | 'source' | 'paid'> & {
  /** Fragment id of the ranking. */
  anchor: string
  parts: PartView[]
  places: RankedSchoolView[]
  /** How many schools it has. */
  total: number
  /** Whether it has invented schools. */
  isSample?: true
}

/** Fragment id of a ranking, by which addresses name it too. */
export function anchorOf({ slug, year }: Pick<Ranking, 'slug' | 'year'>): string {
  return `${slug}-${year}`
}

/** The view model of a ranking: a page contains it twice, and equal texts compress best. */
export function rankingView(ranking: Ranking, { isWhole }: { isWhole: boolean }): RankingView {
  const { id, title, year, method, source, paid, places, parts = [] } = ranking
  const shown = isWhole ? places : places.slice(0, placesShown)
  return {
    id,
    anchor: anchorOf(ranking),
    title,
    year,
    method,
    paid,
    ...(source === undefined ? {} : { source }),
    parts: partViews(parts),
    places: shown.map((ranked) => rankedSchoolView(ranked, parts, isWhole)),
    total: places.length,
    ...(places.some(({ school }) => school.sample) ? { isSample: true as const } : {}),
  }
}

/** The same by other weights. */
export function weighedView(weighed: WeighedRanking, weights: Readonly<Record<string, number>>): RankingView {
  const { is_published_order: isPublished, places, parts = [] } = weighed
  const weightedParts = parts.map((part) => ({ ...part, weight: weights[part.slug] ?? 0 }))
  return {
    ...rankingView({ ...weighed, parts: weightedParts }, { isWhole: true }),
    places: places.map((ranked) => ({
      ...rankedSchoolView(ranked, parts, true),
      ...(ranked.is_tied ? { isTied: true as const } : {}),
      ...(isPublished || ranked.published_place === ranked.place
        ? {}
        : { published: ranked.published_place }),
    })),
  }
}

function partViews(parts: readonly RankingPart[]): PartView[] {
  const total = parts.reduce((sum, { weight }) => sum + weight, 0)
  return parts.map(({ slug, name, weight }) => ({
    slug,
    name,
    weight,
    share: total === 0 ? 0 : Math.round((weight / total) * 100),
  }))
}

function rankedSchoolView(
  { place, parts: points, school, score, note }: RankedSchool,
  parts: readonly RankingPart[],
  isWhole: boolean,
): RankedSchoolView {
  const state = unusualState(school)
  const fee = tuitionLabel(school)
  return {
    id: school.id,
    place,
    name: school.name,
    facts: schoolFacts(school, false),
    ...(fee === undefined ? {} : { fee }),
    ...(state === undefined ? {} : { state }),
    ...(note === undefined || !isWhole ? {} : { note }),
    ...(score === undefined ? {} : { score }),
    ...(points === undefined || parts.length === 0
      ? {}
      : { points: parts.map(({ slug }) => points[slug] ?? null) }),
  }
}
