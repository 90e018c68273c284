import { requestFailedText, requestTimeout } from '#app/api/transport-error-text.ts'

/** What a press of 收藏, 对比 or 点赞 came to, for a fetcher. */
export type ToggleOutcome = {
  /** Whether it is so now; absent when nothing has changed. */
  isOn?: boolean
  /** The words that say so. */
  message: string
  /** Only a logged-in visitor has favourites: the press is kept for the login that comes next. */
  login?: true
  /** The compare basket after the press. */
  basket?: number[]
  /** How many like it now. */
  likes?: number
  /** No answer came: it may have been done or not. */
  failed?: true
}

/** The outcome that the server answers; one that says so when no answer comes, in place of an error that ends the page. */
export async function outcomeOrFailure(send: () => Promise<ToggleOutcome>): Promise<ToggleOutcome> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const expiry = new Promise<ToggleOutcome>((resolve) => {
    timer = setTimeout(() => resolve(failedOutcome()), requestTimeout)
  })
  try {
    return await Promise.race([send(), expiry])
  } catch {
    return failedOutcome()
  } finally {
    clearTimeout(timer)
  }
}

/** The outcome of a press that brought no answer, in the words of the specification's section 8. */
export function failedOutcome(): ToggleOutcome {
  const reason = navigator.onLine ? requestFailedText : '网络断了'
  return { message: `${reason}，没有保存，请再点一次`, failed: true }
}
