import { useLocation } from '@remix-run/react'
import { comparePath, favouritesPath } from '#app/paths.ts'
import { useRootData } from '#app/root-data.ts'

/** Id of the one form to which the buttons of all cards of a page belong. */
const formId = 'press'

/** The form behind the buttons of a page's cards; comes back to the row of the pressed school. */
export function PressForm() {
  const { pathname, search } = useLocation()
  return (
    <form id={formId} method="post" action={favouritesPath}>
      <input type="hidden" name="back" value={`${pathname}${search}#school-`} />
    </form>
  )
}

type Props = {
  id: number
  name: string
  collected: boolean
  /** A closed school is added nowhere; it can be taken out. */
  closed?: boolean | undefined
}

/** 收藏 and 对比 for one school of a list; they say what is so, and a press turns it. Needs the page's PressForm. */
export function PressButtons({ id, name, collected, closed = false }: Props) {
  const inBasket = useRootData()?.basket?.includes(id) === true
  const buttons = [
    { word: collected ? '已收藏' : '收藏', isOn: collected },
    { word: inBasket ? '已加对比' : '对比', isOn: inBasket, formAction: comparePath() },
  ]
  return buttons
    .filter(({ isOn }) => isOn || !closed)
    .map(({ word, isOn, formAction }) => (
      <button
        key={formAction ?? ''}
        form={formId}
        formAction={formAction}
        name={isOn ? 'remove' : 'id'}
        value={id}
        aria-label={`${word}${name}${isOn ? '，点一下取消' : ''}`}
      >
        {word}
      </button>
    ))
}
