import { useLocation } from '@remix-run/react'
import { toggleComparePath, toggleFavouritePath } from '#app/paths.ts'
import { useCompare, useFavourite } from './use-toggle.ts'

/** Id of the form that the buttons of all cards of a page belong to. */
const formId = 'toggle'

/** The form of a page's toggle buttons without scripts; redirects back to the row of the school. */
export function ToggleForm() {
  const { pathname, search } = useLocation()
  return (
    <form id={formId} method="post" action={toggleFavouritePath}>
      <input type="hidden" name="back" value={`${pathname}${search}#school-`} />
    </form>
  )
}

type Props = {
  id: number
  name: string
  /** Whether the school is closed: it can be removed only. */
  closed?: boolean | undefined
  /** Id of another form than the page's ToggleForm. */
  form?: string
}

/** Toggle buttons 收藏 and 对比 of one school; without scripts they submit a form of the page. */
export function ToggleButtons({ id, name, closed = false, form = formId }: Props) {
  const favourite = useFavourite(id)
  const compare = useCompare(id)
  return (
    <>
      {closed && !favourite.isOn ? null : (
        <button
          form={form}
          {...favourite.attributes}
          aria-label={favourite.isOn ? `已收藏${name}，点一下取消` : `收藏${name}`}
        >
          {favourite.isOn ? '已收藏' : '收藏'}
        </button>
      )}
      {closed && !compare.isOn ? null : (
        <button
          form={form}
          formAction={toggleComparePath}
          {...compare.attributes}
          aria-label={compare.isOn ? `已加对比${name}，点一下取消` : `对比${name}`}
        >
          {compare.isOn ? '已加对比' : '对比'}
        </button>
      )}
    </>
  )
}
