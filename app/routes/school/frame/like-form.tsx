import { useFetcher, useLocation } from '@remix-run/react'
import { toggleName } from '#app/toggles/toggle-outcome.ts'
import { busyStyle } from '#app/toggles/use-toggle.ts'
import { likeKey, type Likes, type LikeTarget, type ToggleOutcome } from '#app/visitor/known-visitor.ts'
import { useKnownLikes, useVisitorToggles } from '#app/visitor/visitor-state.tsx'

type Props = {
  target: LikeTarget
  /** The likes as rendered by the server. */
  rendered: Likes
}

/** Like button; a fetcher submits it with scripts. */
export function LikeForm({ target, rendered }: Props) {
  const { pathname } = useLocation()
  const { data, state, submit } = useFetcher<ToggleOutcome>({ key: `like-${likeKey(target)}` })
  const { sent, recordSent } = useVisitorToggles()
  const name = toggleName(pathname)
  const { likes, liked: wasLiked } = useKnownLikes(target) ?? rendered
  const liked = sent.get(name) ?? wasLiked
  return (
    <form
      method="post"
      id="like"
      className="section"
      onSubmit={(event) => {
        event.preventDefault()
        if (liked || state !== 'idle') return
        recordSent(name, true)
        submit({ like: '1' }, { method: 'post', action: pathname })
      }}
    >
      <input type="hidden" name="back" value="#like" />
      <button
        className="button quiet"
        type="submit"
        aria-pressed={liked}
        aria-disabled={liked}
        // Not disabled after a click on this page, which would take the focus away.
        disabled={liked && !sent.has(name) && state === 'idle' && data === undefined}
        {...(state === 'idle' ? {} : { 'aria-busy': true, style: busyStyle })}
      >
        {liked ? '已点有用' : '有用'}
      </button>
      <span className="soft small">
        {likes === 0 ? '\u3000觉得有用就点一下' : `\u3000${likes} 人觉得有用`}
      </span>
    </form>
  )
}
