import type { ShownSchool } from '#app/schools/school-data.ts'
import { photoPath, schoolPath } from '#app/paths.ts'
import { Picture, type PictureData } from '#app/media/picture.tsx'
import styles from './hero.module.css'
import { KeyFacts } from './key-facts.tsx'
import type { EnvRow } from '../content-views.ts'

type Props = {
  school: ShownSchool
  /** The first pictures of the campus. */
  envs: readonly EnvRow[]
}

/** Hero of a school's overview: key facts, then pictures where there are some; beside each other on wide pages. */
export function Hero({ school, envs }: Props) {
  const main = school.cover ?? envs[0]?.picture
  return (
    <div className={`wrap ${styles.hero}`}>
      <KeyFacts school={school} />
      {main === undefined ? null : <Pictures school={school} envs={envs} main={main} />}
    </div>
  )
}

function Pictures({ school, envs, main }: Props & { main: PictureData }) {
  const places = envs.map((env, at) => ({ ...env, href: photoPath(school.id, at + 1) }))
  const own = places.find(({ picture }) => picture.src === main.src)
  const small = places.filter((env) => env !== own).slice(0, 4)
  const { envs: count } = school.counts
  const first = (
    <Picture
      className={styles.main}
      picture={main}
      alt={main.alt ?? `${school.name}校园`}
      sizes="(min-width:900px) 640px,90vw"
      wide
      eager
    />
  )
  return (
    <div className={styles.pictures}>
      {own === undefined ? first : <a href={own.href}>{first}</a>}
      {small.length < 4 ? null : (
        <div className={styles.small}>
          {small.map(({ id, href, picture, title }) => (
            <a key={id} href={href}>
              <Picture picture={picture} alt={title} sizes="150px" />
            </a>
          ))}
        </div>
      )}
      {count === 0 ? null : (
        <a className={styles.all} href={`${schoolPath(school.id, 'aboutus')}#photos`}>
          {`看全部 ${count} 张`}
        </a>
      )}
    </div>
  )
}
