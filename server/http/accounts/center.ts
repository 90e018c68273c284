import { getCenterInfo, getSchoolCollect, listCenterCollect } from '#server/contract/center.ts'
import { findCollected, findCollection, isCollected } from '#server/db/schools/collects.ts'
import type { ApiDependencies } from '../dependencies.ts'
import { found } from '../found.ts'
import { readProfile } from './read-profile.ts'
import { servePersonal } from '../serve.ts'

/** What belongs to the token's owner: profile and favourites. */
export function centerEndpoints({ database: { db }, personal }: ApiDependencies) {
  return [
    servePersonal(getCenterInfo, ({ visitor }) => readProfile(db, personal, visitor.id)),
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
