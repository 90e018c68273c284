import styles from './search.module.css'

/** Advice when a search found nothing; `example` is the special part of a name of this site. */
export function SearchHelp({ example }: { example: string | undefined }) {
  return (
    <section className="section panel" aria-labelledby="search-help">
      <h2 id="search-help">可以这样试试</h2>
      <ul className={styles.tips}>
        <li>只输入校名里最特别的两三个字{example === undefined ? '' : `，例如“${example}”`}。</li>
        <li>用英文名、简称、拼音、拼音首字母，或者学校改名以前的名字。</li>
      </ul>
    </section>
  )
}
