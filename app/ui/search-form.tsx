import { searchPath } from '#app/paths.ts'
import { Icon } from './icon.tsx'
import { PageForm } from './page-link.tsx'
import styles from './search-form.module.css'

type Props = {
  /** Of the text field; one page may hold two forms. */
  id: string
  /** Text to start with. */
  q?: string | undefined
  /** The page's main form: taller, with its button in words. */
  large?: boolean
}

/** Searches schools of all cities by a plain GET. */
export function SearchForm({ id, q, large = false }: Props) {
  return (
    <PageForm
      className={large ? `${styles.form} ${styles.large}` : styles.form}
      action={searchPath()}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- engines of the product's floor know no <search>
      role="search"
      aria-label={large ? '搜索学校' : '全站搜索'}
    >
      <label className="vh" htmlFor={id}>
        学校名、简称、拼音或曾用名
      </label>
      <input
        id={id}
        name="q"
        type="search"
        defaultValue={q}
        maxLength={60}
        placeholder={large ? '校名、简称、拼音' : '搜学校'}
        autoComplete="off"
        enterKeyHint="search"
      />
      <button type="submit">
        <Icon name="search" />
        <span className={large ? undefined : 'vh'}>搜索</span>
      </button>
    </PageForm>
  )
}
