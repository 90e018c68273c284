import { requestFailedText, requestTimeout } from '#app/api/transport-error-text.ts'
import type { ToggleOutcome } from '#app/visitor/known-visitor.ts'

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
