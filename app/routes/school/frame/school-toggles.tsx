import { useLocation } from '@remix-run/react'
import { ShareButton } from '#app/share/share-button.tsx'
import { toggleComparePath, toggleFavouritePath } from '#app/paths.ts'
import { useCompare, useFavourite } from '#app/toggles/use-toggle.ts'
import styles from './school-header.module.css'

type Props = {
  id: number
  /** A closed school is added nowhere; it can be taken out. */
  closed: boolean
}

/** 收藏 and 对比 for the school of this page; they say what is so, and a press turns it. */
export function SchoolToggles({ id, closed }: Props) {
  const { pathname, search } = useLocation()
  const favourite = useFavourite(id)
  const compare = useCompare(id)
  if (closed && !favourite.isOn && !compare.isOn) return null
  return (
    <form className="words" method="post" action={toggleFavouritePath}>
      <input type="hidden" name="back" value={pathname + search} />
      {closed && !favourite.isOn ? null : (
        <button className={`word ${styles.favourite}`} {...favourite.attributes}>
          {favourite.isOn ? '已收藏，取消' : '收藏'}
        </button>
      )}
      {closed && !compare.isOn ? null : (
        <button className="word" formAction={toggleComparePath} {...compare.attributes}>
          {compare.isOn ? '移出对比' : '加入对比'}
        </button>
      )}
      <ShareButton />
    </form>
  )
}
