import { grades } from '#server/contract/grades.ts'
import type { Database } from '#server/db/connect.ts'
import { changeProfile, lockProfile, type ProfileChange } from '#server/db/accounts/profile.ts'

/**
 * Updates the given fields of a profile. A new stage clears a stored grade of another stage; a grade without a known
 * stage sets its stage. `misfit`: the given grade is not of the stage, nothing was changed.
 */
export function modifyProfile(
  db: Database,
  visitorId: number,
  change: ProfileChange,
): Promise<'changed' | 'misfit'> {
  return db.transaction(async (tx) => {
    const stored = await lockProfile(tx, visitorId)
    if (stored === undefined) return 'changed'
    const fitted = fit(stored, change)
    if (fitted === undefined) return 'misfit'
    const given = Object.entries(fitted).filter(([, value]) => value !== undefined)
    if (given.length > 0) await changeProfile(tx, visitorId, Object.fromEntries(given))
    return 'changed'
  })
}

function fit(
  stored: { stage: string | null; grade: string | null },
  change: ProfileChange,
): ProfileChange | undefined {
  const stage = change.stage === undefined ? stored.stage : change.stage
  const grade = change.grade === undefined ? stored.grade : change.grade
  const stageOfGrade = grades.find(({ slug }) => slug === grade)?.stage
  if (stageOfGrade === undefined || stageOfGrade === stage) return change
  if (!change.grade) return { ...change, grade: null }
  return stage === null && change.stage === undefined ? { ...change, stage: stageOfGrade } : undefined
}
