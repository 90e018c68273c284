import { compareSchools } from '#server/contract/accounts/collect.ts'
import { findMergedInto } from '#server/db/schools/merge-schools.ts'
import { findSchoolDetails } from '#server/db/schools/school-detail.ts'
import { differencesOf } from '#server/services/schools/school-differences.ts'
import { invalidFields } from '../api-error.ts'
import type { ApiDependencies } from '../dependencies.ts'
import { childOf } from '../child-of.ts'
import { withHtmlTexts } from './schools.ts'
import { serve } from '../serve.ts'

/** Endpoint that compares schools; unknown ids are left out, and merged schools are those that they were merged into. */
export function compareEndpoints({ database: { db }, publicOrigin, now }: ApiDependencies) {
  return [
    serve(compareSchools, async ({ input }) => {
      const ids = [...new Set(input.ids.split(',').map(Number))]
      if (ids.length < 2 || ids.length > 6) throw invalidFields({ ids: '请选择两到六所学校' })
      const child = childOf(input, now())
      const given = await findSchoolDetails(db, { ids, entry: input.entry }, child)
      const merged = given.length === ids.length ? new Map<number, number>() : await findMergedInto(db, ids)
      const followed = [...new Set(ids.map((id) => merged.get(id) ?? id))]
      const found =
        merged.size === 0 ? given : await findSchoolDetails(db, { ids: followed, entry: input.entry }, child)
      const schools = found.map((school) => withHtmlTexts(school, publicOrigin))
      return { schools, differences: differencesOf(schools) }
    }),
  ]
}
