import { correctionPath } from '#app/paths.ts'

type Props = {
  /** Of the school. */
  id: number
  /** The field that the form names for these facts: see `correctionFields`. */
  field: string
  /** What they are about, for screen readers: several such links stand on a page. */
  about: string
}

/** Link below facts to the form that reports an error in them. */
export function WrongHere({ id, field, about }: Props) {
  return (
    <p className="small">
      <a href={correctionPath(id, field)}>
        这里有误，纠错<span className="vh">{`：${about}`}</span>
      </a>
    </p>
  )
}
