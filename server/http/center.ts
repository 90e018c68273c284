import { getCenterInfo, getSchoolCollect, listCenterCollect } from '#server/contract/center.ts'
import { codes } from '#server/contract/codes.ts'
import { maskPhone } from '#server/contract/phone-number.ts'
import { findCollected, findCollection, isCollected } from '#server/db/collects.ts'
import { cityCodeOf } from '#server/db/city-code.ts'
import { findProfile } from '#server/db/sessions.ts'
import { ApiError } from './api-error.ts'
import type { ApiDependencies } from './dependencies.ts'
import { found } from './found.ts'
import { servePersonal } from './serve.ts'

/** What belongs to the token's owner: profile and favourites. */
export function centerEndpoints({ database: { db }, personal }: ApiDependencies) {
  return [
    servePersonal(getCenterInfo, async ({ visitor }) => {
      const profile = await findProfile(db, visitor.id)
      if (profile === undefined) throw new ApiError(codes.unknownToken)
      const { phoneCipher, cityCode, stage, grade, ...rest } = profile
      return {
        ...rest,
        phone: phoneCipher === null ? '' : maskPhone(personal.open(phoneCipher)),
        city_code: cityCodeOf(cityCode),
        stage: stage ?? undefined,
        grade: grade ?? undefined,
      }
    }),
    servePersonal(listCenterCollect, ({ input, visitor }) =>
      input.ids === undefined
        ? findCollection(db, visitor.id, input)
        : findCollected(db, visitor.id, input.ids.split(',').map(Number)),
    ),
    servePersonal(getSchoolCollect, async ({ input, visitor }) => ({
      collected: found(await isCollected(db, visitor.id, input.id)),
    })),
  ]
}
