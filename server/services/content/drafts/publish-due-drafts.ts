import { hasRight } from '#server/contract/staff/roles.ts'
import { noteAccess } from '#server/db/accounts/access-log.ts'
import type { DatabaseConnection } from '#server/db/connect.ts'
import { ImportRunningError } from '#server/db/content/import-lock.ts'
import type { DraftProblem } from '#server/db/schema/index.ts'
import { findScheduledDrafts, updateDraft, type StoredDraft } from '#server/db/staff/drafts.ts'
import type { ImageStore } from '../../media/images/store.ts'
import { publishDraft, type DraftPublished } from './publish-draft.ts'

type Needs = { database: DatabaseConnection; images: ImageStore; now: Date }

/**
 * Publishes the scheduled drafts whose time has come, each in the name of the member who answers for it. One that is
 * refused, or whose member was closed or may not publish any more, becomes an ordinary draft again with its faults, which
 * the first page of the staff names; while an import runs, all wait for the next time.
 * @throws the first unexpected failure, after the others were published
 */
export async function publishDueDrafts({ database, images, now }: Needs): Promise<void> {
  const failures: unknown[] = []
  for (const { draft, scheduler, isDue } of await findScheduledDrafts(database.db, now)) {
    try {
      if (scheduler === null || !hasRight(scheduler.role, 'content.write')) {
        await returnDraft(database, draft, [{ message: schedulerGone }])
        continue
      }
      if (!isDue) continue
      const needs = { database, images, signal: new AbortController().signal, now }
      const actor = { staff: { id: scheduler.id, name: scheduler.name } }
      const outcome = await publishDraft(needs, draft, { version: draft.version, actor, bySchedule: true })
      if (outcome.state === 'published' || outcome.state === 'stale') continue
      await returnDraft(database, draft, problemsOf(outcome))
    } catch (error) {
      if (error instanceof ImportRunningError) return
      failures.push(error)
    }
  }
  if (failures.length > 0) throw failures[0]
}

const schedulerGone = '安排定时发布的人已停用，或者不再有权发布，请另一位编辑看过以后发布'

/** Makes a scheduled draft an ordinary one with its faults, with a row of the access log. */
async function returnDraft(
  { db }: DatabaseConnection,
  { id, version }: StoredDraft,
  problems: DraftProblem[],
): Promise<void> {
  await db.transaction(async (tx) => {
    const returned = await updateDraft(tx, { id, version }, { state: 'draft', publishAt: null, problems })
    if (returned === undefined) return
    const details = { reason: problems.map(({ message }) => message).join('；') }
    await noteAccess(tx, {
      operator: '定时发布',
      command: 'drafts return',
      record: `draft:${id}`,
      details,
      rows: 1,
    })
  })
}

function problemsOf(outcome: Exclude<DraftPublished, { state: 'published' | 'stale' }>): DraftProblem[] {
  if (outcome.state === 'refused') return outcome.problems
  return [{ message: outcome.state === 'gone' ? '这条内容已经删除' : '定时以后，这条内容被改过' }]
}
