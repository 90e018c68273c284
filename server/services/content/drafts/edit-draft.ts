import type { ContentKind } from '#server/contract/staff/content.ts'
import { noteAccess, type Actor } from '#server/db/accounts/access-log.ts'
import type { DatabaseConnection, Transaction } from '#server/db/connect.ts'
import {
  insertDraft,
  openStates,
  updateDraft,
  type DraftState,
  type StoredDraft,
} from '#server/db/staff/drafts.ts'
import { changesBetween } from '../../staff/changes-between.ts'
import { formFields } from './content-fields.ts'
import { draftLine, lineProblems, normalCell, type LineProblem } from './draft-line.ts'
import { titleOf, type ContentRow, type ContentValues } from './read-content-row.ts'

/** Who edits, which draft or row, and the cells that a form sent. */
export type DraftEdit = {
  actor: Extract<Actor, { staff: unknown }>
  kind: ContentKind
  /** The row that is edited; undefined: a new one. */
  row: ContentRow | undefined
  /**
   * The draft that is edited, the version that the form showed, and whether who edits may publish; undefined: a new
   * draft.
   */
  draft: { stored: StoredDraft; version: number; mayPublish: boolean } | undefined
  /** The school of a new row. */
  schoolId: number | undefined
  changes: ContentValues
}

/** What became of an edit. `stale`: the draft was changed since, or is finished. */
export type DraftSaved =
  | { state: 'saved'; draft: StoredDraft }
  | { state: 'stale' }
  | { state: 'unchanged' }
  | { state: 'refused'; problems: LineProblem[] }

/** Stores the cells of a form in a draft, with a row of the access log. Cells that are as the row has them are no changes. */
export async function saveDraft(
  { db }: DatabaseConnection,
  { actor, kind, row, draft, schoolId, changes: given }: DraftEdit,
): Promise<DraftSaved> {
  const { id = '' } = row?.values ?? {}
  const known = new Set(formFields(kind, { id }).map(({ name }) => name))
  const unknown = Object.keys(given).filter((name) => !known.has(name))
  if (unknown.length > 0)
    return { state: 'refused', problems: unknown.map((field) => ({ field, message: '没有这一项' })) }
  const stored = draft?.stored.changes ?? {}
  const cells = Object.entries({ ...stored, ...given }).map(([name, text]) => [
    name,
    normalCell(kind, name, text),
  ])
  const changes: ContentValues = Object.fromEntries(
    cells.filter(([name = '', text]) => text !== (row?.values[name] ?? '')),
  )
  const base = draft === undefined ? (row?.version ?? null) : draft.stored.base
  const line = draftLine(kind, row, { base, changes })
  const problems = (await lineProblems(kind, line)).filter(
    ({ field }) => field !== undefined && field in given,
  )
  if (problems.length > 0) return { state: 'refused', problems }
  if (draft === undefined && Object.keys(changes).length === 0) return { state: 'unchanged' }
  const title = titleOf(new Map(Object.entries(line)))
  return db.transaction(async (tx) => {
    const saved =
      draft === undefined
        ? await insertDraft(tx, {
            kind,
            rowId: row?.id,
            schoolId: row?.schoolId ?? schoolId,
            title,
            base,
            changes,
            authorId: actor.staff.id,
            author: actor.staff.name,
          })
        : await updateDraft(
            tx,
            { id: draft.stored.id, version: draft.version },
            {
              title,
              changes,
              problems: null,
              ...stateAfterEdit(draft.stored, { ...actor, mayPublish: draft.mayPublish }),
            },
          )
    if (saved === undefined) return { state: 'stale' }
    await noteAccess(tx, {
      ...actor,
      command: 'staff drafts save',
      record: recordOf(saved),
      changes: changesBetween(shortened(stored), shortened(changes)),
      rows: 1,
    })
    return { state: 'saved', draft: saved }
  })
}

/**
 * What an edit does to a draft's state: one that is scheduled waits again, unless who edits may publish it and so
 * answers for it from then on.
 */
export function stateAfterEdit(
  { state }: StoredDraft,
  { staff, mayPublish }: { staff: { id: number }; mayPublish: boolean },
): Partial<Pick<StoredDraft, 'state' | 'publishAt' | 'scheduledById'>> {
  if (state !== 'scheduled') return {}
  return mayPublish ? { scheduledById: staff.id } : { state: 'draft', publishAt: null }
}

/** The name of a draft in the access log. */
function recordOf({ id }: Pick<StoredDraft, 'id'>): string {
  return `draft:${id}`
}

const longest = 200

/** Cells as the access log has them: whole articles would fill it. */
function shortened(values: ContentValues): ContentValues {
  return Object.fromEntries(
    Object.entries(values).map(([name, text]) => [
      name,
      text.length > longest ? `${text.slice(0, longest)}…` : text,
    ]),
  )
}

/** A change of a draft's state: from which states, to which, with what is stored beside it. */
export type StateChange = {
  verb: 'schedule' | 'reopen' | 'propose' | 'refuse' | 'rebase' | 'discard'
  from?: readonly DraftState[]
  values: Pick<
    Partial<StoredDraft>,
    'state' | 'publishAt' | 'scheduledById' | 'reason' | 'problems' | 'base' | 'changes'
  >
}

/** Changes the state of a draft, with a row of the access log; undefined when it was changed since, or is finished. */
export async function changeDraft(
  { db }: DatabaseConnection,
  { id, version }: { id: number; version: number },
  { actor, verb, from = openStates, values }: StateChange & { actor: DraftEdit['actor'] },
): Promise<StoredDraft | undefined> {
  return db.transaction(async (tx) => {
    const changed = await updateDraft(tx, { id, version, states: from }, values)
    if (changed === undefined) return undefined
    await noteAccess(tx, {
      ...actor,
      command: `staff drafts ${verb}`,
      record: recordOf(changed),
      ...(values.reason == null ? {} : { details: { reason: values.reason } }),
      rows: 1,
    })
    return changed
  })
}

type Finish = { id: number; version: number; rowId: number; actor: Actor; bySchedule: boolean }

/** Marks a draft as published, in the transaction that shows its row; false when it was changed since. */
export async function finishDraft(
  tx: Transaction,
  { id, version, rowId, actor, bySchedule }: Finish,
): Promise<boolean> {
  const finished = await updateDraft(
    tx,
    { id, version },
    { state: 'published', rowId, publishAt: null, problems: null },
  )
  if (finished === undefined) return false
  await noteAccess(tx, {
    ...actor,
    command: 'staff drafts publish',
    record: recordOf(finished),
    details: {
      row: `${finished.kind}:${rowId}`,
      ...(finished.reason === null ? {} : { reason: finished.reason }),
      ...(bySchedule ? { by: 'schedule' } : {}),
    },
    rows: 1,
  })
  return true
}
