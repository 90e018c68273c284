import { codes } from '#server/contract/codes.ts'
import { compareSchoolMerge, mergeSchools } from '#server/contract/staff/school-merge.ts'
import { countMoved } from '#server/db/schools/merge-schools.ts'
import { readContentRow, type ContentRow } from '#server/services/content/drafts/read-content-row.ts'
import { differingFacts } from '#server/services/content/merge/differing-facts.ts'
import { mergeFault, mergeSchools as merge } from '#server/services/content/merge/merge-schools.ts'
import { ApiError, notFound } from '../api-error.ts'
import type { ApiDependencies } from '../dependencies.ts'
import { found } from '../found.ts'
import { importRefusal, lineRefused } from './draft-refusals.ts'
import { serveStaff } from './serve-staff.ts'

/** Endpoints that compare and merge two schools. */
export function staffSchoolMergeEndpoints({ database, images, now }: ApiDependencies) {
  const { db } = database
  return [
    serveStaff(compareSchoolMerge, async ({ input: { stay: stayId, go: goId } }) => {
      const stay = found(await readContentRow(db, 'schools', stayId))
      const go = found(await readContentRow(db, 'schools', goId))
      const fault = mergeFault(stay, go)
      if (fault !== undefined) throw new ApiError(codes.conflict, { message: fault })
      return {
        stay: sideOf(stay),
        go: sideOf(go),
        moved: await countMoved(db, { stay: stayId, go: goId }),
        differing: differingFacts(stay, go),
      }
    }),
    serveStaff(mergeSchools, async ({ input, staff }) => {
      const { stay, go, stay_version, go_version, same, taken } = input
      const asked = {
        stay,
        go,
        stayVersion: stay_version,
        goVersion: go_version,
        same: same === 'yes',
        taken,
      }
      const outcome = await merge({ database, images, staff, now: now() }, asked).catch((error: unknown) => {
        throw importRefusal(error)
      })
      switch (outcome.state) {
        case 'merged':
          return { id: stay }
        case 'gone':
          throw notFound()
        case 'refused':
          throw lineRefused(outcome.problems)
        case 'impossible':
          throw new ApiError(codes.conflict, { message: outcome.message })
        default:
          throw new ApiError(codes.conflict, { message: '其中一所刚被改过，请看过现在的内容再合并' })
      }
    }),
  ]
}

function sideOf({ id, title, version, withdrawnAt }: ContentRow) {
  return { id, name: title, version, withdrawn: withdrawnAt !== undefined }
}
