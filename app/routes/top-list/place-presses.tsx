import { useLocation } from '@remix-run/react'
import { comparePath, favouritesPath } from '#app/paths.ts'
import { useRootData } from '#app/root-data.ts'
import styles from './place-presses.module.css'

/** Id of the form to which the buttons of one ranked list belong: a school may stand in several lists of a page. */
function formOf(list: string): string {
  return `press-${list}`
}

/** The form behind the buttons of the list that stands at an anchor; comes back to the row of the pressed school. */
export function PlacesForm({ list }: { list: string }) {
  const { pathname, search } = useLocation()
  return (
    <form id={formOf(list)} method="post" action={favouritesPath}>
      <input type="hidden" name="back" value={`${pathname}${search}#${list}-`} />
    </form>
  )
}

type Props = { list: string; id: number; name: string; collected: boolean }

/** 收藏 and 对比 for one place of a list; they say what is so, and a press turns it. */
export function PlacePresses({ list, id, name, collected }: Props) {
  const inBasket = useRootData()?.basket?.includes(id) === true
  return (
    <p className={styles.press}>
      <button
        form={formOf(list)}
        name={collected ? 'remove' : 'id'}
        value={id}
        aria-label={collected ? `已收藏${name}，点一下取消` : `收藏${name}`}
      >
        {collected ? '已收藏' : '收藏'}
      </button>
      <button
        form={formOf(list)}
        formAction={comparePath()}
        name={inBasket ? 'remove' : 'id'}
        value={id}
        aria-label={inBasket ? `已加对比${name}，点一下取消` : `对比${name}`}
      >
        {inBasket ? '已加对比' : '对比'}
      </button>
    </p>
  )
}
