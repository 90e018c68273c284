import type { DatabaseConnection } from '#server/db/connect.ts'
import { ImportRunningError } from '#server/db/import/import-lock.ts'
import { findDueDrafts, updateDraft } from '#server/db/staff/drafts.ts'
import type { ImageStore } from '../images/store.ts'
import { publishDraft, type DraftPublished } from './publish-draft.ts'

type Needs = { database: DatabaseConnection; images: ImageStore; now: Date }

/**
 * Publishes the scheduled drafts whose time has come. One that is refused becomes an ordinary draft again with its faults;
 * while an import runs, all wait for the next time.
 * @throws the first unexpected failure, after the others were published
 */
export async function publishDueDrafts({ database, images, now }: Needs): Promise<void> {
  const failures: unknown[] = []
  for (const draft of await findDueDrafts(database.db, now)) {
    const { id, version, author, authorId } = draft
    const actor = authorId === null ? { operator: author } : { staff: { id: authorId, name: author } }
    try {
      const needs = { database, images, signal: new AbortController().signal }
      const outcome = await publishDraft(needs, draft, { version, actor })
      if (outcome.state === 'published' || outcome.state === 'stale') continue
      const problems = problemsOf(outcome)
      await database.db.transaction((tx) =>
        updateDraft(tx, { id, version }, { state: 'draft', publishAt: null, problems }),
      )
    } catch (error) {
      if (error instanceof ImportRunningError) return
      failures.push(error)
    }
  }
  if (failures.length > 0) throw failures[0]
}

function problemsOf(outcome: Exclude<DraftPublished, { state: 'published' | 'stale' }>) {
  if (outcome.state === 'refused') return outcome.problems
  return [{ message: outcome.state === 'gone' ? '这条内容已经删除' : '定时以后，这条内容被改过' }]
}
