import type { City } from '#server/contract/cities.ts'
import { newsListPath } from '#app/paths.ts'
import { DeferredSection } from '#app/page-parts/deferred-section.tsx'
import { NewsCards } from '#app/articles/news-cards.tsx'
import type { NewsCardView } from '#app/articles/news-card-view.ts'

type Props = {
  city: City
  /** The city's latest news; undefined when they could not be loaded. */
  others: Promise<NewsCardView[] | undefined>
  /** Id of the shown item, which is left out. */
  without?: number
}

/** The city's latest news below an item. */
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
