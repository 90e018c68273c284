import { redirect } from '@remix-run/node'
import type { City } from '#server/contract/cities.ts'
import { codes } from '#server/contract/codes.ts'
import type { DataOf } from '#server/contract/endpoint.ts'
import { listRankings, weighRanking } from '#server/contract/schools/rankings.ts'
import { apiFor } from '#app/api/client.server.ts'
import { unwrapOrThrow } from '#app/api/unwrap-or-throw.ts'
import type { Caller } from '#app/load-context.ts'
import { topListPath } from '#app/paths.ts'
import { weightPresets, weightWords, type WeightPreset } from './weight-presets.server.ts'
import { anchorOf, rankingView, weighedView, type RankingView } from './ranking-view.ts'

type Ranking = DataOf<typeof listRankings>['items'][number]

/** Names of the parameters with weights: `w_` and the slug of a part. */
const weightName = /^w_(.{1,40})$/

/** One ranking whole, perhaps by a visitor's weights. */
export type WholeRanking = {
  ranking: RankingView
  /** Weights as they were typed, by slug of their part; those of the publisher where nothing was typed. */
  typed: Record<string, string>
  /** Whether the order is the visitor's: false where the weights are the publisher's. */
  isWeighed: boolean
  /** Names of schools without points for a part that counts. */
  unplaced: string[]
  /** The orders that are one link away, the publisher's first. */
  presets: WeightPreset[]
  /** What the weights mean in words, by slug of their part. */
  words: Readonly<Record<string, string>>
  /** Why the weights were refused; then the order is the publisher's. */
  problem?: string
}

/** The rankings of a page: the beginning of each, or one whole, which `?list=` names. */
export type LoadedRankings = {
  rankings: RankingView[]
  whole?: WholeRanking
  /** The schools of the whole lists. */
  schools: Ranking['places'][number]['school'][]
}

/** The rankings that an address asks for; throws a redirect to all of them for an unknown `list`. */
export async function loadRankings(caller: Caller, city: City): Promise<LoadedRankings> {
  const query = new URL(caller.request.url).searchParams
  const { items } = unwrapOrThrow(await apiFor(caller)(listRankings, {}, { city: city.code }))
  const list = query.get('list')
  const shown = list === null ? items : items.filter((ranking) => anchorOf(ranking) === list)
  const [first] = shown
  const schools = shown.flatMap(({ places }) => places.map(({ school }) => school))
  if (list === null) return { rankings: items.map((each) => rankingView(each, { isWhole: false })), schools }
  if (first === undefined) throw redirect(topListPath(city))
  const ordered = await loadWhole(caller, first, query)
  const { typed, isWeighed } = ordered
  const parts = first.parts ?? []
  const presets = weightPresets(city, { anchor: list, parts, typed }, isWeighed)
  return { rankings: [], whole: { ...ordered, presets, words: weightWords(parts, typed) }, schools }
}

type OrderedRanking = Omit<WholeRanking, 'presets' | 'words'>

async function loadWhole(caller: Caller, ranking: Ranking, query: URLSearchParams): Promise<OrderedRanking> {
  const given = weightsOf(query)
  const published = Object.fromEntries(
    (ranking.parts ?? []).map(({ slug, weight }) => [slug, String(weight)]),
  )
  const plain = { ranking: rankingView(ranking, { isWhole: true }), isWeighed: false, unplaced: [] }
  if (given.size === 0) return { ...plain, typed: published }
  const typed = { ...published, ...Object.fromEntries(given) }
  const reply = await apiFor(caller)(
    weighRanking,
    { id: ranking.id, weights: weightsText(given) },
    { city: 'all' },
  )
  if (!reply.ok && reply.code === codes.invalidInput) return { ...plain, typed, problem: reply.message }
  const weighed = unwrapOrThrow(reply)
  const weights = Object.fromEntries([...given].map(([slug, text]) => [slug, Number(numberText(text))]))
  return {
    ranking: weighedView(weighed, weights),
    typed,
    isWeighed: !weighed.is_published_order,
    unplaced: weighed.unplaced.map(({ name }) => name),
  }
}

/** The typed weights of an address by slug; the first one of each name. */
function weightsOf(query: URLSearchParams): Map<string, string> {
  const weights = new Map<string, string>()
  for (const [name, value] of query) {
    const [, slug] = weightName.exec(name) ?? []
    if (slug !== undefined && !weights.has(slug)) weights.set(slug, value.slice(0, 20))
  }
  return weights
}

/** A typed weight as a number: full-width digits count, an empty field is 0. */
function numberText(typed: string): string {
  const text = typed.normalize('NFKC').trim()
  return text === '' ? '0' : text
}

/** Weights as the API takes them; what is no number stays none. */
function weightsText(weights: ReadonlyMap<string, string>): string {
  return [...weights]
    .map(([slug, typed]) => {
      const text = numberText(typed)
      return `${slug.replace(/[:,]/g, '?')}:${/^\d{1,3}$/.test(text) ? text : '-'}`
    })
    .join(',')
}
