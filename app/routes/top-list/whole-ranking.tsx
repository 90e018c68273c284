import type { City } from '#server/contract/cities.ts'
import { PrintButton } from '#app/page-parts/print-button.tsx'
import { topListPath } from '#app/paths.ts'
import { ReportError } from '#app/schools/report-error.tsx'
import { PosterLink } from '#app/share/poster-link.tsx'
import { ShareButton } from '#app/share/share-button.tsx'
import { Breadcrumbs, cityBreadcrumbs } from '#app/ui/breadcrumbs.tsx'
import type { WholeRanking } from './load-rankings.server.ts'
import { RankingMethod, RankingSource, RankingTable } from './ranking.tsx'
import { WeightsForm } from './weights-form.tsx'

/** Breadcrumbs of one ranking. */
export const rankingBreadcrumbs = (city: City, title: string) =>
  cityBreadcrumbs(city, { name: '榜单', href: topListPath(city) }, { name: title })

/** One ranking whole: its method, the form that changes the weights, and all its schools. */
export function WholeRankingPage({ city, whole }: { city: City; whole: WholeRanking }) {
  const { ranking } = whole
  return (
    <main id="main" className="wrap">
      <Breadcrumbs items={rankingBreadcrumbs(city, ranking.title)} />
      <h1>
        {`${ranking.title} `}
        {ranking.paid ? <span className="tag warn">广告</span> : null}
      </h1>
      <RankingSource ranking={ranking} />
      <RankingMethod ranking={ranking} />
      {ranking.parts.length === 0 ? null : <WeightsForm city={city} whole={whole} />}
      <RankingTable ranking={ranking} />
      <p className="words section">
        <a className="word" href={topListPath(city)}>{`看${city.name}的全部榜单`}</a>
        {/* The poster has the publisher's order. */}
        {whole.isWeighed || ranking.places.length === 0 ? null : <PosterLink of={['ranking', ranking.id]} />}
        <ShareButton />
        <PrintButton />
      </p>
      <ReportError schools={ranking.places} />
    </main>
  )
}
