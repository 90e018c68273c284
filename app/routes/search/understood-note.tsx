import type { City } from '#server/contract/cities.ts'
import type { UnderstoodSearch } from '#server/contract/search/understand.ts'
import { searchPath } from '#app/paths.ts'
import { PageLink } from '#app/ui/page-link.tsx'
import { sectionLink, understoodListPath, understoodWords } from './understood.ts'
import styles from './search.module.css'

type Props = {
  /** The city whose list has the same filters. */
  city: City
  q: string
  understood: UnderstoodSearch
  /** The first schools found: their pages have the part that is asked for. */
  schools: readonly { id: number; name: string }[]
}

/** What the search was understood as, with the links to the part that it asks for, and a way to search the words. */
export function UnderstoodNote({ city, q, understood, schools }: Props) {
  const { section } = understood
  return (
    <div className={styles.note}>
      <p>
        已按 <b>{understoodWords(understood)}</b> 理解。
        <PageLink to={wordsPath(q)}>改搜“{q}”这几个字</PageLink>
      </p>
      {schools.length > 0 ? null : (
        <p>
          <PageLink to={understoodListPath(city, understood)}>在{city.name}的名单里放宽条件</PageLink>
        </p>
      )}
      {section === undefined || schools.length === 0 ? null : (
        <ul>
          {schools.map((school) => {
            const { href, text } = sectionLink(section, school)
            return (
              <li key={school.id}>
                <PageLink to={href}>{text}</PageLink>
              </li>
            )
          })}
        </ul>
      )}
    </div>
  )
}

/** The list that a search could mean as well, though it is a name. */
export function AlsoUnderstood({ city, understood }: { city: City; understood: UnderstoodSearch }) {
  return (
    <p className={styles.note}>
      也可以看：
      <PageLink to={understoodListPath(city, understood)}>{understoodWords(understood)}的学校</PageLink>
    </p>
  )
}

/** Says that the schools are only like what was typed. */
export function ApproximateNote({ q }: { q: string }) {
  return <p className={styles.note}>没有和“{q}”完全一样的，下面是读音或写法相近的学校。</p>
}

/** Search page that takes a text as words alone, whatever else it may mean. */
function wordsPath(q: string): string {
  return `${searchPath(q)}&words=1`
}
