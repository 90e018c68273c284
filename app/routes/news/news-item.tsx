import type { City } from '#server/contract/cities.ts'
import type { getNews } from '#server/contract/articles/articles.ts'
import type { DataOf } from '#server/contract/endpoint.ts'
import { newsListPath } from '#app/paths.ts'
import { ShareButton } from '#app/share/share-button.tsx'
import { ArticleText, type ArticlePartView } from '#app/articles/article-text.tsx'
import { Breadcrumbs, cityBreadcrumbs } from '#app/ui/breadcrumbs.tsx'
import { dayText } from '#app/ui/text/format.ts'
import type { NewsCardView } from '#app/articles/news-card-view.ts'
import { Picture } from '#app/media/picture.tsx'
import styles from './news.module.css'
import { OtherNews } from './other-news.tsx'

/** Breadcrumbs of an item. */
export const itemBreadcrumbs = (city: City, title: string) =>
  cityBreadcrumbs(city, { name: '资讯', href: newsListPath(city) }, { name: title })

type Item = Omit<DataOf<typeof getNews>, 'body' | 'parts'> & {
  /** Whether the text begins with the summary. */
  isSummaryRepeated: boolean
  parts: readonly ArticlePartView[]
}
type Props = { city: City; item: Item; others: Promise<NewsCardView[] | undefined> }

/** A news item: title, day and source, picture, text; then others of the city. */
export function NewsItem({ city, item, others }: Props) {
  const { author, id, isSummaryRepeated, parts, picture, published_at, source, summary, title, updated_at } =
    item
  const changed = dayText(updated_at) !== dayText(published_at)
  return (
    <main id="main" className={styles.main}>
      <div className={`wrap ${styles.page}`}>
        <Breadcrumbs items={itemBreadcrumbs(city, title)} />
        <article className={styles.article}>
          <h1>{title}</h1>
          <p className={styles.line}>
            <time dateTime={published_at}>{dayText(published_at)}</time>
            {author === undefined ? null : <span>{author}</span>}
            <span>{source === undefined ? '来源未注明' : `来源：${source}`}</span>
            {changed ? <span>更新于{dayText(updated_at)}</span> : null}
          </p>
          {summary === undefined || isSummaryRepeated ? null : <p className={styles.summary}>{summary}</p>}
          {picture === undefined ? null : (
            <figure>
              <Picture
                picture={picture}
                className={styles.picture}
                sizes="(min-width:750px) 720px,90vw"
                wide
                eager
              />
            </figure>
          )}
          <ArticleText parts={parts} />
          <p className="words section">
            <ShareButton />
          </p>
        </article>
      </div>
      <OtherNews city={city} others={others} without={id} />
    </main>
  )
}
