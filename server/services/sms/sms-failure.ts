/**
 * Why a message was not taken: the provider's limit, a number that gets none, another refusal of a provider that is
 * there, no connection to it (so that nothing was sent), or anything else.
 */
export type SmsFailureKind = 'limit' | 'phone' | 'refused' | 'connection' | 'failed'

/** Hears of a failure to send, with the provider's name. */
export type SmsFailed = (provider: string, failure: SmsFailure) => void

/** A message that was not taken for sending. Holds neither the phone nor the code. */
export class SmsFailure extends Error {
  override readonly name = 'SmsFailure'
  readonly kind: SmsFailureKind
  /** The provider's code, such as `isv.BUSINESS_LIMIT_CONTROL`. */
  readonly reason: string
  /** Seconds after which another try makes sense. */
  readonly retryAfter: number

  constructor(kind: SmsFailureKind, reason: string, retryAfter = 30) {
    super(`the message was not sent: ${reason}`)
    this.kind = kind
    this.reason = reason
    this.retryAfter = retryAfter
  }
}
