import { useLocation } from '@remix-run/react'
import { PosterLink } from '#app/share/poster-link.tsx'
import { ShareButton } from '#app/share/share-button.tsx'
import { toggleComparePath, toggleFavouritePath } from '#app/paths.ts'
import { useCompare, useFavourite } from '#app/toggles/use-toggle.ts'
import styles from './school-header.module.css'

type Props = {
  id: number
  /** Whether the school is closed: it can be removed only. */
  closed: boolean
  /** Whether enough is known of it for a poster. */
  hasPoster: boolean
}

/** Toggle buttons 收藏 and 对比 of this page's school. */
export function SchoolToggles({ id, closed, hasPoster }: Props) {
  const { pathname, search } = useLocation()
  const favourite = useFavourite(id)
  const compare = useCompare(id)
  if (closed && !favourite.isOn && !compare.isOn) return null
  return (
    <form className="words" method="post" action={toggleFavouritePath}>
      <input type="hidden" name="back" value={pathname + search} />
      {closed && !favourite.isOn ? null : (
        <button
          className={`word ${styles.favourite}`}
          {...favourite.attributes}
          aria-label={favourite.isOn ? '已收藏，取消' : undefined}
        >
          {favourite.isOn ? '已收藏' : '收藏'}
        </button>
      )}
      {closed && !compare.isOn ? null : (
        <button className="word" formAction={toggleComparePath} {...compare.attributes}>
          {compare.isOn ? '移出对比' : '加入对比'}
        </button>
      )}
      {hasPoster ? <PosterLink of={['school', id]} /> : null}
      <ShareButton />
    </form>
  )
}
