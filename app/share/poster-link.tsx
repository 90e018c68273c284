import { posterPath } from '#app/paths.ts'

type Props = { kind: Parameters<typeof posterPath>[0]; id: number }

/** Link to the poster of a page, which a phone stores by a long tap. */
export function PosterLink({ kind, id }: Props) {
  return (
    <a className="word" href={posterPath(kind, id)} rel="nofollow">
      <span className="vh">保存</span>海报
    </a>
  )
}
