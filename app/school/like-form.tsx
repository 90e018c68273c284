/** How many like something, and whether this visitor does. */
export type Likes = { likes: number; liked: boolean }

/** The button that likes what the page shows; once pressed, it says so. */
export function LikeForm({ likes, liked }: Likes) {
  return (
    <form method="post" id="like" className="section">
      <button className="button quiet" type="submit" aria-pressed={liked} disabled={liked}>
        {liked ? '已点赞' : '点赞'}
      </button>{' '}
      <span className="soft small">{likes === 0 ? '觉得有用就点一下' : `${likes} 人觉得有用`}</span>
    </form>
  )
}
