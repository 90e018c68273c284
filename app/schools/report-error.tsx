import { correctionPath } from '#app/paths.ts'

type Props = { schools: readonly { id: number; name: string }[] }

/** End of a list or an article: the forms that report an error in the facts of its schools, folded. */
export function ReportError({ schools }: Props) {
  if (schools.length === 0) return null
  return (
    <details className="section small">
      <summary>哪所学校的资料有误？</summary>
      <ul className="words">
        {schools.map(({ id, name }) => (
          <li key={id}>
            <a className="word" href={correctionPath(id)} rel="nofollow">
              {name}
            </a>
          </li>
        ))}
      </ul>
    </details>
  )
}
