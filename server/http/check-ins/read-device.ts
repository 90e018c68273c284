import { refusalWords, type RefusalReason } from '#server/contract/check-in-words.ts'
import { codes, type Code } from '#server/contract/codes.ts'
import type { Database } from '#server/db/connect.ts'
import { findDevice, noteDevice, type StoredDevice } from '#server/db/check-ins/kiosk-devices.ts'
import { hashOfToken } from '#server/services/login/token.ts'
import { ApiError } from '../api-error.ts'

/** How old the time of the last sight may grow before it is written anew. */
const sightMs = 20_000
const maxTokenLength = 200

/** The paired device of the header `device`; undefined without one. Throws 1101 or 1103 with `data.reason`. */
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
  if (now.getTime() - (device.lastSeenAt?.getTime() ?? 0) > sightMs) {
    await noteDevice(db, device.id, { lastSeenAt: now })
  }
  return device
}

/** The same for calls that only paired devices may make: 1100 without a token. */
export async function needDevice(request: Request, db: Database, now: Date): Promise<StoredDevice> {
  const device = await readDevice(request, db, now)
  if (device === undefined) throw refusal(codes.noToken, 'no_device')
  return device
}

function refusal(code: Code, reason: RefusalReason): ApiError {
  return new ApiError(code, { message: refusalWords[reason], data: { state: 'refused', reason } })
}
