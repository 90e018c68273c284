import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { childFields, type ChildQuery } from '#server/contract/child/child-query.ts'
import { searchPath } from '#app/paths.ts'
import { Icon } from '../icon.tsx'
import { PageForm } from '#app/ui/page-link.tsx'
import type { Combobox } from './suggestions.tsx'
import styles from './search-form.module.css'

type Props = {
  /** Id of the text field; one page may have two forms. */
  id: string
  /** Text to start with. */
  q?: string | undefined
  /** For whom the results lead on. */
  child: ChildQuery
  /** Whether it is the page's main search form: taller, with a text button. */
  large?: boolean
}

/** Without its suggestions the form still searches. */
const Suggestions = lazy(() => import('./suggestions.tsx').catch(() => ({ default: () => null })))

/** Search form for schools of all cities (a plain GET), with suggestions once the field is used. */
export function SearchForm({ id, q, child, large = false }: Props) {
  const field = useRef<HTMLInputElement>(null)
  const [isUsed, setUsed] = useState(false)
  const [combobox, setCombobox] = useState<Combobox>()
  // The field may have been focused before hydration.
  useEffect(() => {
    if (document.activeElement === field.current) setUsed(true)
  }, [])
  return (
    <PageForm
      className={large ? `${styles.form} ${styles.large}` : styles.form}
      action={searchPath()}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- engines of the product's floor know no <search>
      role="search"
      aria-label={large ? '搜索学校' : '全站搜索'}
    >
      {childFields(child).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <label className="vh" htmlFor={id}>
        学校名、简称、拼音或曾用名
      </label>
      <input
        ref={field}
        onFocus={() => setUsed(true)}
        {...(combobox && attributesOf(combobox))}
        id={id}
        name="q"
        type="search"
        defaultValue={q}
        placeholder={large ? '校名、简称、拼音' : '搜学校'}
        autoComplete="off"
        enterKeyHint="search"
      />
      <button type="submit">
        <Icon name="search" />
        <span className={large ? undefined : 'vh'}>搜索</span>
      </button>
      {isUsed ? (
        <Suspense fallback={null}>
          <Suggestions field={field} id={`${id}-suggestions`} onChange={setCombobox} />
        </Suspense>
      ) : null}
    </PageForm>
  )
}

function attributesOf({ list, isExpanded, activeId }: Combobox) {
  return {
    role: 'combobox',
    'aria-autocomplete': 'list',
    'aria-controls': list,
    'aria-expanded': isExpanded,
    'aria-activedescendant': activeId,
  } as const
}
