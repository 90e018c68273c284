import { useLocation } from '@remix-run/react'
import { toggleFavouritePath } from '#app/paths.ts'
import { ToggleButtons } from '#app/toggles/toggle-buttons.tsx'
import styles from './ranking-toggles.module.css'

/** Id of the form for the toggle buttons of one ranking: a school may be in several rankings of a page. */
function formOf(list: string): string {
  return `toggle-${list}`
}

/** The form of a ranking's toggle buttons without scripts; redirects back to the row of the school. */
export function RankingToggleForm({ list }: { list: string }) {
  const { pathname, search } = useLocation()
  return (
    <form id={formOf(list)} method="post" action={toggleFavouritePath}>
      <input type="hidden" name="back" value={`${pathname}${search}#${list}-`} />
    </form>
  )
}

/** Toggle buttons 收藏 and 对比 of one school in a ranking. */
export function RankingToggles({ list, id, name }: { list: string; id: number; name: string }) {
  return (
    <p className={styles.toggles}>
      <ToggleButtons form={formOf(list)} id={id} name={name} />
    </p>
  )
}
