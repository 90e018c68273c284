import { searchPath } from '#app/paths.ts'
import { PageLink } from '#app/ui/page-link.tsx'
import type { UnderstoodView } from './understood.server.ts'
import styles from './search.module.css'

type Props = UnderstoodView & { q: string; hasSchools: boolean }

/** What the search was understood as, with the links to the part that it asks for, and a way to search the words. */
export function UnderstoodNote({ q, hasSchools, words, city, listHref, links }: Props) {
  return (
    <div className={styles.note}>
      <p>
        已按 <b>{words}</b> 理解。
        <PageLink to={wordsPath(q)}>改搜“{q}”这几个字</PageLink>
      </p>
      {hasSchools ? null : (
        <p>
          <PageLink to={listHref}>在{city}的名单里放宽条件</PageLink>
        </p>
      )}
      {links.length === 0 ? null : (
        <ul>
          {links.map(({ href, text }) => (
            <li key={href}>
              <PageLink to={href}>{text}</PageLink>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** The list that a search could mean as well, though it is a name. */
export function AlsoUnderstood({ words, listHref }: UnderstoodView) {
  return (
    <p className={styles.note}>
      也可以看：
      <PageLink to={listHref}>{words}的学校</PageLink>
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
