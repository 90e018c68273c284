/**
 * Why a message was not accepted: the provider's limit, a number that receives none, another refusal, no connection (so
 * that nothing was sent), or anything else.
 */
export type SmsFailureKind = 'limit' | 'phone' | 'refused' | 'connection' | 'failed'

/** Observes failed sends, with the provider's name. */
export type SmsFailed = (provider: string, failure: SmsFailure) => void

/** A message that the provider did not accept. Contains neither the phone nor the code. */
export class SmsFailure extends Error {
  override readonly name = 'SmsFailure'
  readonly kind: SmsFailureKind
  /** The provider's code, such as `isv.BUSINESS_LIMIT_CONTROL`. */
  readonly reason: string
  /** Seconds after which a retry makes sense. */
  readonly retryAfter: number

  constructor(kind: SmsFailureKind, reason: string, retryAfter = 30) {
    super(`the message was not sent: ${reason}`)
    this.kind = kind
    this.reason = reason
    this.retryAfter = retryAfter
  }
}
