import type { SchoolDetailData } from '#server/contract/schools.ts'
import { schoolPath } from '#app/paths.ts'
import { Picture } from '#app/pictures/picture.tsx'
import styles from './hero.module.css'
import { KeyFacts } from './key-facts.tsx'
import type { EnvRow } from '../content-views.ts'
import { SchoolCover } from './school-cover.tsx'

type Props = {
  school: SchoolDetailData
  /** The first pictures of the campus. */
  envs: readonly EnvRow[]
}

/** Hero of a school's overview: pictures and key facts. */
export function Hero({ school, envs }: Props) {
  return (
    <div className={`wrap ${styles.hero}`}>
      <Pictures school={school} envs={envs} />
      <KeyFacts school={school} />
    </div>
  )
}

function Pictures({ school, envs }: Props) {
  const main = school.cover ?? envs[0]?.picture
  if (main === undefined) return <SchoolCover school={school} />
  const small = envs.filter(({ picture }) => picture.src !== main.src).slice(0, 4)
  const { envs: count } = school.counts
  return (
    <div className={styles.pictures}>
      <Picture
        className={styles.main}
        picture={main}
        alt={main.alt ?? `${school.name}校园`}
        sizes="(min-width:900px) 640px,90vw"
        wide
        eager
      />
      {small.length < 4 ? null : (
        <div className={styles.small}>
          {small.map(({ id, picture, title }) => (
            <Picture key={id} picture={picture} alt={title} sizes="150px" />
          ))}
        </div>
      )}
      {count === 0 ? null : (
        <a className={styles.all} href={`${schoolPath(school.id, 'aboutus')}#photos`}>
          看全部 {count} 张
        </a>
      )}
    </div>
  )
}
