import type { DataOf } from '#server/contract/endpoint.ts'
import type { getGraduate } from '#server/contract/schools/school-content.ts'
import { RichText } from '#app/ui/text/rich-text.tsx'
import type { Likes } from '#app/visitor/known-visitor.ts'
import { LikeForm } from '../frame/like-form.tsx'
import styles from './graduate-story.module.css'
import { BesideKeyFacts } from '../frame/part-page.tsx'
import { Portrait } from './portrait.tsx'

type Props = { graduate: DataOf<typeof getGraduate>; likes: Likes }

/** A graduate's story with its likes. */
export function GraduateStory({ graduate, likes }: Props) {
  const { destination, major, name, portrait, school, story, summary, year } = graduate
  const facts = [
    { label: '毕业', value: year === undefined ? undefined : `${year}届` },
    { label: '去向', value: destination },
    { label: '专业', value: major },
  ].filter(({ value }) => value !== undefined)
  return (
    <BesideKeyFacts>
      <article>
        <div className={styles.who}>
          <Portrait picture={portrait} name={name} />
          <div>
            <h1>{name}</h1>
            <p className="soft">{school.name}毕业生</p>
          </div>
        </div>
        <dl className={styles.facts}>
          {facts.map(({ label, value }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        {summary === undefined ? null : <p className={styles.lead}>{summary}</p>}
        <RichText html={story} />
        <LikeForm target={{ kind: 'graduate', id: graduate.id }} rendered={likes} />
      </article>
    </BesideKeyFacts>
  )
}
