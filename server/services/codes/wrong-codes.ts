import { createActLimit, type Taken } from '#server/services/limits/act-limit.ts'
import { networkOf } from './network.ts'

/** Wrong codes that one address may send within ms. */
const wrongLimit = { name: 'wrong code', limit: 30, windowMs: 3_600_000 }

/**
 * Counts tries of codes by address. A try counts as a wrong one until whoever took it gives it back, so that many at once
 * are no more than one after the other. An unknown address has no limit.
 */
export function countCodeTries(
  needs: Parameters<typeof createActLimit>[0],
): (address: string | undefined) => Promise<Taken> {
  const perAddress = createActLimit(needs, wrongLimit)
  return async (address) =>
    address === undefined
      ? { allowed: true, giveBack: async () => undefined }
      : perAddress.take(networkOf(address))
}
