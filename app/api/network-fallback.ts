import { requestFailedText } from './transport-error-text.ts'

/**
 * Client-side fallback for an action that could not be reached: resolves to the action's data, or, when the network
 * or a proxy failed, to what `otherwise` makes of the error text (specification section 8), so that the page stays
 * with what was typed. Redirects and thrown responses pass.
 */
export async function withNetworkFallback<Answer, Other>(
  answer: Promise<Answer>,
  otherwise: (message: string) => Other,
): Promise<Answer | Other> {
  try {
    return await answer
  } catch (thrown) {
    if (!(thrown instanceof Error)) throw thrown
    return otherwise(requestFailedText)
  }
}
