import type { City } from '#server/contract/cities.ts'
import { newsListPath } from '#app/paths.ts'
import { DeferredSection } from '#app/page-parts/deferred-section.tsx'
import { NewsCards } from '#app/ui/cards/news-cards.tsx'
import type { NewsCardView } from '#app/ui/cards/news-card-view.ts'

type Props = {
  city: City
  /** The city's latest news; undefined when they could not be read. */
  others: Promise<NewsCardView[] | undefined>
  /** Id of the item that is being read. */
  without?: number
}

/** The latest news of the city, beside the one that is being read. */
export function OtherNews({ city, others, without }: Props) {
  return (
    <DeferredSection
      id="others"
      title={`更多${city.name}资讯`}
      href={newsListPath(city)}
      part={others}
      failed="更多资讯暂时没有加载出来。"
    >
      {(items) => <NewsCards city={city} items={items.filter(({ id }) => id !== without).slice(0, 3)} />}
    </DeferredSection>
  )
}
