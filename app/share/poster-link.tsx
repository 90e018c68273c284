import { ModalLink } from '#app/dialogs/modal-link.tsx'
import { posterModalPath } from '#app/paths.ts'

type Props = { of: Parameters<typeof posterModalPath>[0] }

/** Link to the poster of a page, which opens over it. */
export function PosterLink({ of }: Props) {
  return (
    <ModalLink className="word" query={posterModalPath(of)} rel="nofollow">
      <span className="vh">保存</span>海报
    </ModalLink>
  )
}
