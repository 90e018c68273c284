import type { SchoolDetailData } from '#server/contract/schools.ts'
import { schoolListPath } from '#app/paths.ts'
import { officialSearchLink, websiteLink } from './contact-links.ts'
import { missingFacts } from './fact-words.ts'
import styles from './missing-note.module.css'
import { cityOfSchool, placeOf } from './school-data.ts'

/** How many unknown facts make a school one of which little is known. */
const little = 6

/** For a school of which little is known: what is missing, and what a parent can do about it. Else nothing. */
export function MissingNote({ school }: { school: SchoolDetailData }) {
  const missing = missingFacts(school)
  if (missing.length < little) return null
  return (
    <section className="wrap section" aria-labelledby="missing">
      <div className={styles.note}>
        <h2 id="missing">这所学校的公开资料还不多</h2>
        <p>目前没有查到：{missing.join('、')}。没有查到不代表没有，请以学校和教育局公布的为准。您可以：</p>
        <WaysOn school={school} />
      </div>
    </section>
  )
}

/** What a parent can do when a school's page does not tell: its own site, schools near it. */
export function WaysOn({ school }: { school: SchoolDetailData }) {
  const city = cityOfSchool(school)
  const site = school.website === undefined ? undefined : websiteLink(school.website)
  return (
    <p className={`words ${styles.ways}`}>
      <a className="word" href={site ?? officialSearchLink(school)} rel="noopener">
        {site === undefined ? '在百度搜索学校官网' : '打开学校官网'}
      </a>
      <a className="word" href={schoolListPath(city, school.district?.slug)}>
        看{placeOf(school)}的其他学校
      </a>
    </p>
  )
}
