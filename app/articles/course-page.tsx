import { coursePath, orderPath, schoolListPath } from '#app/paths.ts'
import { useHasAdvisors } from '#app/root-data.ts'
import { ArticleText } from '#app/articles/article-text.tsx'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'
import { FeeBars } from '#app/ui/fee-bars.tsx'
import { dayText } from '#app/ui/text/format.ts'
import { Picture } from '#app/media/picture.tsx'
import { SchoolCards } from '#app/schools/school-card.tsx'
import { SectionHeading } from '#app/ui/section-heading.tsx'
import { courseBreadcrumbs } from './course-names.ts'
import { CourseFactList } from './course-fact-list.tsx'
import type { CourseData } from './load-course.server.ts'
import styles from './course-page.module.css'

/** One course: what it is, and who in the city offers it at what price. */
export function CoursePage({ city, course, schools, others }: CourseData) {
  const { name, title, summary, parts, picture, facts, updated } = course
  return (
    <main id="main" className="wrap">
      <Breadcrumbs items={courseBreadcrumbs(city, name)} />
      <div className={styles.layout}>
        <article>
          <h1>
            {city.name}
            {title}
          </h1>
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
          <p className={`soft small ${styles.updated}`}>更新于{dayText(updated)}</p>
        </article>
        <div className={styles.side}>
          <div className="panel">
            <h2>{name}一览</h2>
            {facts === undefined ? null : <CourseFactList facts={facts} />}
            {schools === undefined || schools.total === 0 ? null : (
              <p>
                <a href={schoolListPath(city, schools.word)}>
                  {city.name}开设{name}的学校 {schools.total} 所
                </a>
              </p>
            )}
            {useHasAdvisors() ? (
              <p>
                <a className={`button ${styles.ask}`} href={orderPath({ orderType: 'course' })}>
                  咨询课程选择
                </a>
              </p>
            ) : null}
          </div>
          {schools === undefined || schools.total === schools.unpriced ? null : (
            <div className="panel">
              <h2>读一年要多少学费</h2>
              <FeeBars
                city={city}
                word={schools.word}
                values={schools.fees}
                total={schools.total}
                unknown={schools.unpriced}
              />
            </div>
          )}
        </div>
      </div>
      {schools === undefined ? null : (
        <section className="section" aria-labelledby="schools">
          <SectionHeading
            id="schools"
            title={`${city.name}开设${name}的学校`}
            {...(schools.total > schools.cards.length
              ? { href: schoolListPath(city, schools.word), more: `全部 ${schools.total} 所` }
              : {})}
          />
          {schools.total > 0 ? (
            <SchoolCards schools={schools.cards} tiles />
          ) : schools.gaps !== undefined ? null : (
            <p className="soft">
              {city.name}没有收录开设{name}的学校。
            </p>
          )}
          {schools.gaps === undefined ? null : (
            <p className="small">
              <a href={`${schoolListPath(city)}?unknown=curriculum`} rel="nofollow">
                {`另有 ${schools.gaps}`}
              </a>
            </p>
          )}
        </section>
      )}
      <nav className="section" aria-labelledby="others">
        <h2 id="others">其他课程</h2>
        <p className="words">
          {others.map((other) => (
            <a className="word" key={other.slug} href={coursePath(city, other.slug)}>
              {other.name}
            </a>
          ))}
        </p>
      </nav>
    </main>
  )
}
