import { noteAccess } from '#server/db/accounts/access-log.ts'
import type { DatabaseConnection, Transaction } from '#server/db/connect.ts'
import { noteDraftOfImport, noteImport, storePrevious } from '#server/db/content/import-history.ts'
import type { ImportRun } from '#server/db/content/import-run.ts'
import { findStoredSchools, stageChanges } from '#server/db/content/school-import.ts'
import { lockPair, moveToSchool, retireSchool, type MergedPair } from '#server/db/schools/merge-schools.ts'
import { insertDraft } from '#server/db/staff/drafts.ts'
import { draftLine, rawLine, type LineProblem } from '../drafts/draft-line.ts'
import { readContentRow, type ContentRow } from '../drafts/read-content-row.ts'
import type { ImageStore } from '../../media/images/store.ts'
import { chinaDay } from '../../china-time.ts'
import { applyRun } from '../import/apply-run.ts'
import { mergeEntity } from '../import/undo-import.ts'
import { pictureFinder } from '../import/picture-finder.ts'
import { Problems } from '../import/problems.ts'
import { runAtOnce } from '../import/run-at-once.ts'
import { withPictures } from '../import/schools/school-pictures.ts'
import { planChange } from '../import/schools/school-plan.ts'
import { schoolRowReader } from '../import/schools/school-row.ts'
import { differingFacts, mergedCells } from './differing-facts.ts'

/** What a merge is asked to do; versions as the page showed both schools. */
type SchoolMerge = MergedPair & {
  stayVersion: string
  goVersion: string
  /** Whether both are one school that was entered twice. */
  same: boolean
  taken: readonly string[]
}

/** What became of a merge. `outdated`: one of them was changed since; `impossible`: why they cannot be merged. */
type SchoolsMerged =
  | { state: 'merged' }
  | { state: 'outdated' | 'gone' }
  | { state: 'impossible'; message: string }
  | { state: 'refused'; problems: LineProblem[] }

type Needs = {
  database: DatabaseConnection
  images: ImageStore
  staff: { id: number; name: string }
  now: Date
}

/** Why two schools cannot be merged; undefined when they can. */
export function mergeFault(stay: ContentRow, go: ContentRow): string | undefined {
  if (stay.id === go.id) return '请选择另一所学校'
  if (stay.values['city'] !== go.values['city']) return '两所学校不在同一个城市，不能合并'
  return stay.withdrawnAt === undefined ? undefined : '留下的学校已经撤下，请先恢复公开'
}

/** Thrown in the transaction when a school was changed since the page that asked. */
class Outdated extends Error {}

/**
 * Merges two schools: facts, names, everything that belongs to them, the access log and the row's history change in one
 * transaction, as an import of one row does. Throws ImportRunningError while an import runs.
 */
export async function mergeSchools(needs: Needs, merge: SchoolMerge): Promise<SchoolsMerged> {
  try {
    return await runAtOnce<SchoolsMerged>(needs, async (within, run) => {
      const [stay, go] = [
        await readContentRow(within.db, 'schools', merge.stay),
        await readContentRow(within.db, 'schools', merge.go),
      ]
      if (stay === undefined || go === undefined) return { outcome: { state: 'gone' } }
      const message = mergeFault(stay, go)
      if (message !== undefined) return { outcome: { state: 'impossible', message } }
      if (stay.version !== merge.stayVersion || go.version !== merge.goVersion)
        return { outcome: { state: 'outdated' } }
      const problems = await stageMerge(within.db, run, { merge, stay, go, ...needs })
      if (problems.length > 0) return { outcome: { state: 'refused', problems } }
      const version = await applyMerge(within, run, { merge, stay, go, staff: needs.staff })
      return { outcome: { state: 'merged' }, version }
    })
  } catch (error) {
    if (error instanceof Outdated) return { state: 'outdated' }
    throw error
  }
}

type Merged = { merge: SchoolMerge; stay: ContentRow; go: ContentRow }

/** Stages what the school that stays gets of the other one, as an import stages a row; what an import would refuse. */
async function stageMerge(
  tx: Transaction,
  run: ImportRun,
  { merge, stay, go, images, staff, now }: Merged & Omit<Needs, 'database'>,
): Promise<LineProblem[]> {
  const changes = mergedCells(stay, go, new Set(merge.taken))
  const problems = new Problems()
  const parsed = schoolRowReader(problems)(
    rawLine('合并', draftLine('schools', stay, { base: stay.version, changes })),
  )
  // Every picture is stored already: one of the schools has it.
  const pictures = pictureFinder(images, undefined, () => Promise.resolve())
  const row = parsed && (await withPictures(parsed, pictures.look, problems))
  if (row === undefined || problems.count > 0)
    return problems.rows().map(({ field, message }) => ({ field, message }))
  const [stored] = await findStoredSchools(tx, run, { ids: [stay.id], keys: [], namesakes: [] })
  const plan = stored && planChange(row, stored, { today: chinaDay(now), editor: staff.name })
  const unchanged = { id: stay.id, facts: {} }
  await stageChanges(tx, run, [plan?.kind === 'change' ? plan.change : unchanged, { id: go.id, facts: {} }])
  return []
}

async function applyMerge(
  within: DatabaseConnection & { db: Transaction },
  run: ImportRun,
  { merge, stay, go, staff }: Merged & Pick<Needs, 'staff'>,
): Promise<number> {
  const tx = within.db
  const { same, taken } = merge
  const pair = { stay: stay.id, go: go.id }
  const reason = `合并：${go.title}（编号 ${go.id}）并入${stay.title}（编号 ${stay.id}）`
  const facts = differingFacts(stay, go).filter(({ fact }) => taken.includes(fact))
  await noteImport(tx, run, { operator: staff.name, files: [reason] })
  await storePrevious(within, run, [])
  const versions = await lockPair(tx, pair)
  if (versions.get(stay.id) !== stay.version || versions.get(go.id) !== go.version) throw new Outdated()
  const givesKey = (stay.values['key'] ?? '') === ''
  await retireSchool(tx, pair, { givesKey })
  return applyRun(tx, run, {
    entities: [],
    sums: [{ entity: mergeEntity, added: 0, changed: 2, unchanged: 0, merged: 1 }],
    async onApplied() {
      await moveToSchool(tx, pair, { same })
      // The history shows the merge as an edit of the school that stays, kept as long as other edits on pages.
      const draft = await insertDraft(tx, {
        kind: 'schools',
        rowId: stay.id,
        schoolId: stay.id,
        title: stay.title,
        base: stay.version,
        changes: mergedCells(stay, go, new Set(taken)),
        state: 'published',
        authorId: staff.id,
        author: staff.name,
        reason,
      })
      await noteDraftOfImport(tx, run, draft.id)
      await noteAccess(tx, {
        staff,
        command: 'staff schools merge',
        record: `school:${stay.id}`,
        details: { merged: go.id, name: go.title, same, taken: facts.map(({ label }) => label) },
        rows: 2,
      })
    },
  })
}
