import { useLocation } from '@remix-run/react'
import { toggleFavouritePath } from '#app/paths.ts'
import { ToggleButtons } from '#app/toggles/toggle-buttons.tsx'
import styles from './ranking-toggles.module.css'

/** Id of the form to which the buttons of one ranked list belong: a school may stand in several lists of a page. */
function formOf(list: string): string {
  return `toggle-${list}`
}

/** The form behind the buttons of the list that stands at an anchor; comes back to the row of the school. */
export function RankingToggleForm({ list }: { list: string }) {
  const { pathname, search } = useLocation()
  return (
    <form id={formOf(list)} method="post" action={toggleFavouritePath}>
      <input type="hidden" name="back" value={`${pathname}${search}#${list}-`} />
    </form>
  )
}

/** 收藏 and 对比 for one place of a list. */
export function RankingToggles({ list, id, name }: { list: string; id: number; name: string }) {
  return (
    <p className={styles.toggles}>
      <ToggleButtons form={formOf(list)} id={id} name={name} />
    </p>
  )
}
