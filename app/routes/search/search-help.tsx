import styles from './search.module.css'

/** Advice when a search found nothing. */
export function SearchHelp() {
  return (
    <section className="section panel" aria-labelledby="search-help">
      <h2 id="search-help">可以这样试试</h2>
      <ul className={styles.tips}>
        <li>只输入校名里最特别的两三个字，例如“听澜”。</li>
        <li>用英文名、简称、拼音、拼音首字母，或者学校改名以前的名字。</li>
      </ul>
    </section>
  )
}
