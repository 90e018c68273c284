import type { DataOf } from '#server/contract/endpoint.ts'
import type { getView } from '#server/contract/schools/school-content.ts'
import { dayText } from '#app/ui/text/format.ts'
import { Picture } from '#app/media/picture.tsx'
import { RichText } from '#app/ui/text/rich-text.tsx'
import type { Likes } from '#app/visitor/known-visitor.ts'
import { LikeForm } from '../frame/like-form.tsx'
import styles from './news-article.module.css'
import { BesideKeyFacts } from '../frame/part-page.tsx'

type Props = { view: DataOf<typeof getView>; likes: Likes }

/** A school's news item: title, day, picture, text, and its likes. */
export function NewsArticle({ view, likes }: Props) {
  const { body, picture, published_at, school, summary, title, updated_at } = view
  const changed = dayText(updated_at) !== dayText(published_at)
  return (
    <BesideKeyFacts>
      <article className={styles.article}>
        <h1>{title}</h1>
        <p className={styles.line}>
          {school.name}
          {'\u00a0· '}
          <time dateTime={published_at}>{dayText(published_at)}</time>
          {changed ? `，更新于${dayText(updated_at)}` : null}
        </p>
        {summary === undefined || body.startsWith(`<p>${summary}`) ? null : (
          <p className={styles.lead}>{summary}</p>
        )}
        {picture === undefined ? null : (
          <Picture
            className={styles.picture}
            picture={picture}
            alt={picture.alt ?? ''}
            sizes="(min-width:750px) 640px,90vw"
            wide
            eager
          />
        )}
        <RichText html={body} />
        <LikeForm target={{ kind: 'view', id: view.id }} rendered={likes} />
      </article>
    </BesideKeyFacts>
  )
}
