import { requestFailedText } from '#app/api/transport-error-text.ts'
import { requestTimeout } from '#app/request-timeout.ts'
import type { ToggleOutcome } from '#app/visitor/known-visitor.ts'

/** The used arguments of a `clientAction`. */
type SentToggle = { request: Request; serverAction: () => Promise<ToggleOutcome> }

let onOutcome: ((outcome: ToggleOutcome) => void) | undefined

/** Sets what handles the outcomes of all toggles. */
export function setOutcomeHandler(handler: typeof onOutcome): void {
  onOutcome = handler
}

/**
 * `clientAction` of toggles: resolves to the outcome after it was handled, since the button and its page may be left by
 * then. Handles nothing of a fetcher that was submitted again.
 */
export async function sendToggle({ request, serverAction }: SentToggle): Promise<ToggleOutcome> {
  const outcome = await outcomeOrFailure(serverAction)
  if (!request.signal.aborted) onOutcome?.(outcome)
  return outcome
}

/** The outcome from the server; a failed outcome when no response comes in time, in place of an error page. */
async function outcomeOrFailure(send: () => Promise<ToggleOutcome>): Promise<ToggleOutcome> {
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
