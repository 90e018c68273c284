import { requestFailedText } from './transport-error-text.ts'

/**
 * What a server's action answers to scripts. When no answer came, because the network or something before the server
 * failed, the outcome that `otherwise` makes of the words of the specification's section 8, so that the page stays with
 * what was typed. Redirects and thrown responses pass.
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
