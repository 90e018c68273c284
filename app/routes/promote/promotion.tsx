import { ChildLink } from '#app/child/child-link.tsx'
import { orderPath, schoolPath } from '#app/paths.ts'
import { useHasAdvisors } from '#app/root-data.ts'
import { ArticleText } from '#app/articles/article-text.tsx'
import { Picture } from '#app/media/picture.tsx'
import type { PromotionView } from './load-promotions.server.ts'
import styles from './promotion.module.css'

type Props = PromotionView & {
  /** Whether it is the first one, in the first viewport. */
  inSight: boolean
}

/** A promotion, labelled when paid. */
export function Promotion({ slug, title, summary, parts, picture, paid, school, inSight }: Props) {
  const hasAdvisors = useHasAdvisors()
  const isReceived = school === undefined ? hasAdvisors : school.recipient !== undefined
  return (
    <section className={`panel ${styles.promotion}`} aria-labelledby={slug}>
      {picture === undefined ? null : (
        <Picture
          picture={picture}
          alt=""
          sizes={`(min-width:900px) ${inSight ? 320 : 520}px,90vw`}
          wide
          eager={inSight}
        />
      )}
      <div>
        <h2 id={slug}>
          {`${title} `}
          {paid ? <span className="tag warn">广告</span> : null}
        </h2>
        {summary === undefined ? null : <p className="soft">{summary}</p>}
        <details className={styles.body} open={inSight}>
          <summary>
            看全文<span className="vh">{`：${title}`}</span>
          </summary>
          <ArticleText parts={parts} />
          <p className={`words ${styles.ways}`}>
            {isReceived ? (
              <ChildLink
                className="button"
                href={
                  school === undefined
                    ? orderPath({ orderType: 'consult' })
                    : orderPath({ schoolId: school.id })
                }
              >
                {school === undefined ? '预约咨询' : '预约参观'}
              </ChildLink>
            ) : null}
            {school === undefined ? null : (
              <ChildLink className="word" href={schoolPath(school.id)}>
                {school.name}
              </ChildLink>
            )}
          </p>
        </details>
      </div>
    </section>
  )
}
