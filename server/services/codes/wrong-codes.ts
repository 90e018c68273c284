import { createNetworkLimit, type LimitNeeds, type Taken } from '#server/services/limits/act-limit.ts'

/** Wrong codes that one client may send within ms, at a login, an export, a deletion, a request or its cancelling alike. */
const wrongLimit = { name: 'wrong code', limit: 30, windowMs: 3_600_000, sameAtEvents: true }

/**
 * Counts tries of codes by address. A try counts as a wrong one until whoever took it gives it back, so that many at once
 * are no more than one after the other. This machine's own callers count too.
 */
export function countCodeTries(needs: LimitNeeds): (address: string | undefined) => Promise<Taken> {
  const perAddress = createNetworkLimit(needs, wrongLimit)
  return (address) => perAddress.take(address, { otherwise: address })
}
