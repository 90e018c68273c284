import { requestFailedText, requestTimeout } from '#app/api/transport-error-text.ts'

/** Outcome of a toggle (收藏, 对比, 点赞) for a fetcher. */
export type ToggleOutcome = {
  /** The new state; absent when nothing changed. */
  isOn?: boolean
  /** Message for the visitor. */
  message: string
  /** Whether a login is needed first: favourites are deferred until then. */
  login?: true
  /** The new compare basket. */
  basket?: number[]
  /** The new number of likes. */
  likes?: number
  /** No response: the change may have been made or not. */
  failed?: true
}

/** The outcome from the server; a failed outcome when no response comes in time, in place of an error page. */
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

/** The outcome without a response (specification section 8). */
export function failedOutcome(): ToggleOutcome {
  const reason = navigator.onLine ? requestFailedText : '网络断了'
  return { message: `${reason}，没有保存，请再点一次`, failed: true }
}
