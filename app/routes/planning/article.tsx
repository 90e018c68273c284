import type { City } from '#server/contract/cities.ts'
import { orderPath, planningPath } from '#app/paths.ts'
import { ArticleText } from '#app/articles/article-text.tsx'
import { useHasAdvisors } from '#app/root-data.ts'
import { Breadcrumbs, cityBreadcrumbs } from '#app/ui/breadcrumbs.tsx'
import { dayText } from '#app/ui/text/format.ts'
import { Picture } from '#app/media/picture.tsx'
import type { ArticleData, Topic } from './load-planning.server.ts'
import styles from './planning.module.css'

type Props = { city: City; article: ArticleData; others: readonly Topic[] }

/** Breadcrumbs of an article. */
export const articleBreadcrumbs = (city: City, title: string) =>
  cityBreadcrumbs(city, { name: '升学规划', href: planningPath(city) }, { name: title })

/** A planning article with links to the others. */
export function Article({ city, article, others }: Props) {
  const { title, summary, parts, picture, updated_at } = article
  return (
    <main id="main" className="wrap">
      <Breadcrumbs items={articleBreadcrumbs(city, title)} />
      <div className={styles.layout}>
        <article className={styles.article}>
          <h1>{title}</h1>
          {summary === undefined ? null : <p className={styles.summary}>{summary}</p>}
          {picture === undefined ? null : (
            <Picture
              picture={picture}
              className={styles.picture}
              sizes="(min-width:750px) 720px,90vw"
              wide
              eager
            />
          )}
          <ArticleText parts={parts} />
          <p className={`soft small ${styles.updated}`}>更新于{dayText(updated_at)}</p>
          {useHasAdvisors() ? (
            <p className={styles.ask}>
              <a className="button" href={orderPath({ orderType: 'planning' })}>
                预约升学规划
              </a>
            </p>
          ) : null}
        </article>
        <nav className={styles.others} aria-labelledby="others">
          <h2 id="others">接着读</h2>
          <ul>
            {others.map((topic) => (
              <li key={topic.slug}>
                <a href={planningPath(city, topic.slug)}>{topic.title}</a>
              </li>
            ))}
          </ul>
        </nav>
      </div>
    </main>
  )
}
