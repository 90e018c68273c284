import { requestFailedText } from '#app/api/transport-error-text.ts'
import { requestTimeout } from '#app/request-timeout.ts'
import type { ToggleOutcome } from '#app/visitor/known-visitor.ts'

/** The used arguments of a `clientAction`. */
type SentToggle = { request: Request; serverAction: () => Promise<ToggleOutcome> }

/** Handles the outcome of the toggle of a name, which `toggleName` gives. */
type OutcomeHandler = (outcome: ToggleOutcome, name: string) => void

let onOutcome: OutcomeHandler | undefined

/** What one toggle is known by while it waits for its outcome: the path of its action, and its schools if it has any. */
export function toggleName(path: string, id: number | string = ''): string {
  return path + id
}

/** Sets what handles the outcomes of all toggles. */
export function setOutcomeHandler(handler: OutcomeHandler): void {
  onOutcome = handler
}

/**
 * `clientAction` of toggles: resolves to the outcome after it was handled, since the button and its page may be left by
 * then. Handles nothing of a fetcher that was submitted again.
 */
export async function sendToggle({ request, serverAction }: SentToggle): Promise<ToggleOutcome> {
  const form = new URLSearchParams(await request.clone().text())
  const name = toggleName(new URL(request.url).pathname, form.get('id') ?? form.get('remove') ?? '')
  const outcome = await outcomeOrFailure(serverAction)
  if (!request.signal.aborted) onOutcome?.(outcome, name)
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
