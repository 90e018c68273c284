import { refusalMessages, type RefusalReason } from '#server/contract/check-ins/check-in-rules.ts'
import { codes, type Code } from '#server/contract/codes.ts'
import type { Database } from '#server/db/connect.ts'
import { findDevice, noteDevice, type StoredDevice } from '#server/db/check-ins/kiosk-devices.ts'
import { hashOfToken } from '#server/services/accounts/token.ts'
import { ApiError } from '../api-error.ts'

/** Age at which a device's last-seen time is written again, in ms. */
const lastSeenPrecisionMs = 20_000
const maxTokenLength = 200

/** Authenticates the header `device`; undefined without it. Throws 1101 or 1103 with `data.reason`. */
export async function readDevice(
  request: Request,
  db: Database,
  now: Date,
): Promise<StoredDevice | undefined> {
  const token = request.headers.get('device') ?? ''
  if (token === '') return undefined
  const device = token.length > maxTokenLength ? undefined : await findDevice(db, hashOfToken(token))
  if (device === undefined) throw refusal(codes.unknownToken, 'unknown_device')
  if (device.revokedAt !== null) throw refusal(codes.tokenRevoked, 'revoked_device')
  if (now.getTime() - (device.lastSeenAt?.getTime() ?? 0) > lastSeenPrecisionMs) {
    await noteDevice(db, device.id, { lastSeenAt: now })
  }
  return device
}

/** As `readDevice`, for calls that require a paired device: 1100 without a token. */
export async function needDevice(request: Request, db: Database, now: Date): Promise<StoredDevice> {
  const device = await readDevice(request, db, now)
  if (device === undefined) throw refusal(codes.noToken, 'no_device')
  return device
}

function refusal(code: Code, reason: RefusalReason): ApiError {
  return new ApiError(code, { message: refusalMessages[reason], data: { state: 'refused', reason } })
}
