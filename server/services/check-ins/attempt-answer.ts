import { checkInStates, clockFaults } from '#server/contract/check-ins/check-in-rules.ts'
import { maskName } from '#server/contract/phone-number.ts'
import type { StoredAttempt } from '#server/db/check-ins/check-ins.ts'
import type { StoredDevice } from '#server/db/check-ins/kiosk-devices.ts'
import type { PersonalData } from '#server/services/personal-data/personal-data.ts'
import type { CheckedIn } from './check-in-item.ts'

/**
 * The answer to a stored submission, the same for every retry of its nonce. Only paired devices are told the name,
 * whether the guest was on the list, and which device was first.
 */
export function answerOf(
  personal: PersonalData,
  { attempt, checkIn, guest }: StoredAttempt,
  device: StoredDevice | undefined,
): CheckedIn {
  const state = checkInStates.find((word) => word === attempt.state)
  if (state !== 'checked_in' && state !== 'duplicate') throw new Error(`no state: ${attempt.state}`)
  const encrypted = checkIn.nameCipher ?? guest?.nameCipher ?? null
  return {
    state,
    id: checkIn.id,
    firstAt: checkIn.at,
    at: attempt.at,
    conflict: attempt.conflict,
    clock: clockFaults.find((word) => word === attempt.clock),
    ...(device !== undefined && {
      firstDevice: attempt.conflict ? (checkIn.device ?? undefined) : undefined,
      walkIn: guest?.source === 'walk_in',
      name: encrypted === null ? '' : maskName(personal.decrypt(encrypted)),
      partySize: checkIn.partySize,
    }),
  }
}
