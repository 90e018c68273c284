import { useLocation } from '@remix-run/react'
import { comparePath, favouritesPath } from '#app/paths.ts'
import { useRootData } from '#app/root-data.ts'

type Props = {
  id: number
  collected: boolean
  /** A closed school is added nowhere; it can be taken out. */
  closed: boolean
}

/** 收藏 and 对比 for the school of this page; they say what is so, and a press turns it. */
export function SchoolPresses({ id, collected, closed }: Props) {
  const { pathname, search } = useLocation()
  const inBasket = useRootData()?.basket?.includes(id) === true
  if (closed && !collected && !inBasket) return null
  return (
    <form className="words" method="post" action={favouritesPath}>
      <input type="hidden" name="back" value={pathname + search} />
      {closed && !collected ? null : (
        <button className="word" name={collected ? 'remove' : 'id'} value={id}>
          {collected ? '已收藏，取消' : '收藏'}
        </button>
      )}
      {closed && !inBasket ? null : (
        <button className="word" formAction={comparePath()} name={inBasket ? 'remove' : 'id'} value={id}>
          {inBasket ? '移出对比' : '加入对比'}
        </button>
      )}
      <span data-share />
    </form>
  )
}
