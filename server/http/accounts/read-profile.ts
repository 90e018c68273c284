import type { z } from 'zod'
import { codes } from '#server/contract/codes.ts'
import { maskPhone } from '#server/contract/phone-number.ts'
import type { profile } from '#server/contract/accounts/profile.ts'
import { cityCodeOf } from '#server/db/city-code.ts'
import type { Database } from '#server/db/connect.ts'
import { findProfile } from '#server/db/accounts/sessions.ts'
import type { PersonalData } from '#server/services/personal-data/personal-data.ts'
import { ApiError } from '../api-error.ts'

/** Reads a visitor's own profile, with the phone masked. Throws 1101 for a deleted account. */
export async function readProfile(
  db: Database,
  personal: PersonalData,
  visitorId: number,
): Promise<z.input<typeof profile>> {
  const stored = await findProfile(db, visitorId)
  if (stored === undefined) throw new ApiError(codes.unknownToken)
  const { phoneCipher, cityCode, stage, grade, ...rest } = stored
  return {
    ...rest,
    phone: phoneCipher === null ? '' : maskPhone(personal.decrypt(phoneCipher)),
    city_code: cityCodeOf(cityCode),
    stage: stage ?? undefined,
    grade: grade ?? undefined,
  }
}
