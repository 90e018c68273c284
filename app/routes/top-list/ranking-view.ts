import type { listRankings } from '#server/contract/rankings.ts'
import type { DataOf } from '#server/contract/endpoint.ts'
import { tuitionText } from '#app/ui/text/format.ts'
import { joinFacts, closedAwarePrice, schoolFacts, unusualState } from '#app/ui/text/school-text.ts'

type Ranking = DataOf<typeof listRankings>['items'][number]

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
  fee: string
}

/** View model of a ranking. */
export type RankingView = Pick<Ranking, 'title' | 'year' | 'method' | 'source' | 'paid'> & {
  /** Fragment id of the ranking. */
  anchor: string
  places: RankedSchoolView[]
}

/** The view model of a ranking: a page contains it twice, and equal texts compress best. */
export function rankingView({ slug, title, year, method, source, paid, places }: Ranking): RankingView {
  const view = { anchor: `${slug}-${year}`, title, year, method, paid, places: places.map(rankedSchoolView) }
  return source === undefined ? view : { ...view, source }
}

function rankedSchoolView({ place, school, score, note }: Ranking['places'][number]): RankedSchoolView {
  const state = unusualState(school)
  return {
    id: school.id,
    place,
    name: school.name,
    facts: joinFacts([schoolFacts(school, false), school.sample ? '示例数据' : undefined]),
    fee: closedAwarePrice(school.state, tuitionText(school.tuition_min, school.tuition_max)),
    ...(state === undefined ? {} : { state }),
    ...(note === undefined ? {} : { note }),
    ...(score === undefined ? {} : { score }),
  }
}
