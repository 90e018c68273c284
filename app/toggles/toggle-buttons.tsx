import { useLocation } from '@remix-run/react'
import { toggleComparePath, toggleFavouritePath } from '#app/paths.ts'
import { useCompare, useFavourite } from './use-toggle.ts'

/** Id of the one form to which the buttons of all cards of a page belong. */
const formId = 'toggle'

/** The form behind the buttons of a page's cards, where no scripts run; comes back to the row of the school. */
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
  /** A closed school is added nowhere; it can be taken out. */
  closed?: boolean | undefined
  /** Id of another form than the page's ToggleForm. */
  form?: string
}

/** 收藏 and 对比 for one school of a list; they say what is so, and a press turns it. Needs a form for plain presses. */
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
