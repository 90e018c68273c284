import type { DataOf } from '#server/contract/endpoint.ts'
import type { listEnvs } from '#server/contract/school-content.ts'
import type { SchoolDetailData } from '#server/contract/schools.ts'
import { schoolPath } from '#app/paths.ts'
import { Icon } from '#app/ui/icon.tsx'
import { Picture } from '#app/ui/picture.tsx'
import { mapLink, officialSearchLink, telephoneLink, websiteLink } from './contact-links.ts'
import {
  curriculumWords,
  notKnown,
  notPublished,
  stageWords,
  totalCostWords,
  tuitionWords,
} from './fact-words.ts'
import styles from './hero.module.css'
import { SchoolCover } from './school-cover.tsx'

type Env = DataOf<typeof listEnvs>['items'][number]
type Props = {
  school: SchoolDetailData
  /** The first pictures of the campus. */
  envs: readonly Env[]
}

/** First sight of a school: its pictures, and what parents ask first, tuition before all. */
export function Hero({ school, envs }: Props) {
  return (
    <div className={`wrap ${styles.hero}`}>
      <Pictures school={school} envs={envs} />
      <KeyFacts school={school} />
    </div>
  )
}

function Pictures({ school, envs }: Props) {
  const [first, ...others] = envs
  const main = school.cover ?? first?.picture
  if (main === undefined) return <SchoolCover school={school} />
  const small = (school.cover === undefined ? others : envs).slice(0, 4)
  const { envs: count } = school.counts
  return (
    <div className={styles.pictures}>
      <Picture className={styles.main} picture={main} alt={main.alt ?? `${school.name}校园`} eager />
      {small.length < 4 ? null : (
        <div className={styles.small}>
          {small.map(({ id, picture, title }) => (
            <Picture key={id} picture={picture} alt={picture.alt ?? title} />
          ))}
        </div>
      )}
      {count === 0 ? null : (
        <a className={styles.all} href={`${schoolPath(school.id, 'aboutus')}#photos`}>
          全部{count}张校园照片
        </a>
      )}
    </div>
  )
}

function KeyFacts({ school }: { school: SchoolDetailData }) {
  const { class_size, teacher_ratio } = school
  const total = totalCostWords(school)
  const classes = [
    class_size === undefined ? undefined : `每班约${class_size}人`,
    teacher_ratio === undefined ? undefined : `师生比1 : ${teacher_ratio}`,
  ].filter(Boolean)
  const lines = [
    { label: '一年总花费', value: total ?? notPublished },
    { label: '学段', value: stageWords(school) ?? notKnown },
    { label: '课程', value: curriculumWords(school) ?? notKnown },
    { label: '班级', value: classes.length === 0 ? notKnown : classes.join('，') },
  ]
  return (
    <section className={styles.key} aria-label="关键信息">
      <p className={styles.label}>学费</p>
      <p className={styles.tuition}>{tuitionWords(school) ?? notPublished}</p>
      <dl>
        {lines.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <Contact school={school} />
    </section>
  )
}

/** Ways to the school itself: telephone behind a press, map, its own site. */
function Contact({ school }: { school: SchoolDetailData }) {
  const { phone, website } = school
  const call = phone === undefined ? undefined : telephoneLink(phone)
  const map = mapLink(school)
  const site = website === undefined ? undefined : websiteLink(website)
  return (
    <div className={styles.contact}>
      {phone === undefined ? null : (
        <details>
          <summary className="button">
            <Icon name="phone" /> 查看电话
          </summary>
          {call === undefined ? <p>{phone}</p> : <a href={call}>{phone}</a>}
        </details>
      )}
      {map === undefined ? null : (
        <a className="button quiet" href={map} rel="noopener">
          <Icon name="pin" /> 地图
        </a>
      )}
      <a className="button quiet" href={site ?? officialSearchLink(school)} rel="noopener">
        <Icon name={site === undefined ? 'search' : 'right'} /> {site === undefined ? '搜官网' : '官网'}
      </a>
    </div>
  )
}
