import { checkInItem, getCheckIn, sendCheckIns } from '#server/contract/check-ins/checkins.ts'
import { describeFailure } from '#server/db/failure.ts'
import { noteDevice } from '#server/db/check-ins/kiosk-devices.ts'
import { checkInGuest } from '#server/services/check-ins/check-in.ts'
import type { CheckedIn, CheckInItem, CheckInSender } from '#server/services/check-ins/check-in-item.ts'
import { describeCheckIn } from '#server/services/check-ins/describe-check-in.ts'
import { createNetworkRateLimiter } from '#server/services/limits/rate-limiter.ts'
import { invalidFields, tooMany } from '../api-error.ts'
import { resultAlone, resultOf } from './check-in-results.ts'
import type { ApiDependencies } from '../dependencies.ts'
import { found } from '../found.ts'
import { readDevice } from './read-device.ts'
import { messagesByField, messageOf, withoutEmpty } from '../read-input.ts'
import { serve } from '../serve.ts'

/** Limit of check-ins per client address without a paired device; many families may share one address. */
const addressLimit = { name: 'check-in', limit: 120, windowMs: 600_000 }

/** Endpoints that check guests in. */
export function checkInEndpoints(dependencies: ApiDependencies) {
  const { database, personal, siteName, now, log } = dependencies
  const needs = { database, personal, siteName }
  const perAddress = createNetworkRateLimiter(dependencies, addressLimit)

  const consumeLimit = async (address: string | undefined, acts: number) => {
    const counted = await perAddress.consume(address, { acts })
    if (!counted.allowed) throw tooMany(counted.retryAfter)
  }
  /** Checks in one item of a batch; its failure does not affect the others. */
  const checkInBatchItem = async (given: unknown, sender: CheckInSender) => {
    const parsed = readItem(given)
    if ('fields' in parsed) {
      return resultOf({ state: 'refused', reason: 'invalid_input', fields: parsed.fields }, 'parent')
    }
    const done = await checkInGuest(needs, parsed.item, sender).catch((error: unknown): CheckedIn => {
      log.error({ failure: describeFailure(error) }, 'a check-in of a batch was not judged')
      return { state: 'retry', reason: 'not_now' }
    })
    return resultOf(done, parsed.item.kind)
  }

  return [
    serve(sendCheckIns, async ({ input: { items, sent_at, waiting, ...alone }, request, address }) => {
      const at = now()
      const device = await readDevice(request, database.db, at)
      if (device === undefined) await consumeLimit(address, items?.length ?? 1)
      const aheadMs = sent_at === undefined ? undefined : Date.parse(sent_at) - at.getTime()
      const sender = { device, address, now: at, aheadMs }
      if (device !== undefined) {
        const ahead = aheadMs === undefined ? {} : { clockAheadSeconds: secondsOf(aheadMs) }
        await noteDevice(database.db, device.id, { lastUploadAt: at, ...ahead })
      }
      if (items === undefined) {
        const parsed = readItem(alone)
        if ('fields' in parsed)
          throw invalidFields(parsed.fields, { state: 'refused', reason: 'invalid_input' })
        return resultAlone(await checkInGuest(needs, parsed.item, sender), parsed.item.kind)
      }
      const results = []
      for (const item of items) results.push(await checkInBatchItem(item, sender))
      if (device !== undefined) {
        const taken = results.filter(({ state }) => state !== 'retry').length
        const left = Math.max(0, (waiting ?? device.waiting ?? 0) - taken)
        await noteDevice(database.db, device.id, { waiting: left, lastSeenAt: at })
      }
      return results
    }),
    serve(getCheckIn, async ({ input }) => found(await describeCheckIn(database, input.id, now())), {
      cacheMs: 0,
      cachePolicy: 'never',
    }),
  ]
}

function readItem(given: unknown): { item: CheckInItem } | { fields: Record<string, string> } {
  const item = typeof given === 'object' && given !== null ? withoutEmpty(checkInItem, { ...given }) : given
  const parsed = checkInItem.safeParse(item, { error: messageOf })
  if (!parsed.success) return { fields: messagesByField(parsed.error.issues) }
  const nul = Object.entries(parsed.data).find(
    ([, value]) => typeof value === 'string' && value.includes('\0'),
  )
  return nul === undefined ? { item: parsed.data } : { fields: { [nul[0]]: '含有不能使用的字符' } }
}

/** Whole seconds of a clock offset, clamped to the column's range. */
function secondsOf(ms: number): number {
  return Math.max(-2_000_000_000, Math.min(2_000_000_000, Math.round(ms / 1000)))
}
