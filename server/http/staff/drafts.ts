import { codes } from '#server/contract/codes.ts'
import type { ContentKind } from '#server/contract/staff/content.ts'
import {
  discardDraft,
  getDraft,
  listDrafts,
  proposeDraft,
  publishDraft,
  rebaseDraft,
  refuseDraft,
  reopenDraft,
  saveDraft,
  scheduleDraft,
} from '#server/contract/staff/drafts.ts'
import { hasRight } from '#server/contract/staff/roles.ts'
import { referencesOfSchools } from '#server/db/content/content-export.ts'
import { listPage } from '#server/db/list-page.ts'
import { findDraft, findDrafts, openStates, type DraftWithSchool } from '#server/db/staff/drafts.ts'
import { entityOf, formFields, formSections } from '#server/services/content/drafts/content-fields.ts'
import { columnsOfKind } from '#server/services/content/import/files-by-kind.ts'
import { draftLine, lineProblems } from '#server/services/content/drafts/draft-line.ts'
import {
  changeDraft,
  saveDraft as storeDraft,
  stateAfterEdit,
  type StateChange,
} from '#server/services/content/drafts/edit-draft.ts'
import { publishDraft as publish } from '#server/services/content/drafts/publish-draft.ts'
import { readContentRow, type ContentValues } from '#server/services/content/drafts/read-content-row.ts'
import type { Staff } from '#server/services/staff/read-staff.ts'
import { ApiError, invalidFields, notFound } from '../api-error.ts'
import type { ApiDependencies } from '../dependencies.ts'
import { found } from '../found.ts'
import { draftChanged, importRefusal, lineRefused, publishingRefused } from './draft-refusals.ts'
import { createMemberTurns, memberWork } from './member-turns.ts'
import {
  assertDraftReachable,
  assertReachable,
  fieldsFor,
  schoolColumns,
  schoolScope,
} from './school-scope.ts'
import { serveStaff } from './serve-staff.ts'

/** A form of an article in Markdown as JSON. */
const maxBodyBytes = 1_000_000

/** Endpoints of drafts: writing them, proposing, scheduling and publishing them. */
export function staffDraftEndpoints({ database, images, now }: ApiDependencies) {
  const { db } = database
  // Texts are read one after another: nobody's texts take the turns of others.
  const inTurn = createMemberTurns(memberWork)

  const draftOf = async (id: number, staff: Staff) => {
    const draft = found(await findDraft(db, id))
    assertDraftReachable(staff, draft)
    return draft
  }
  const rowOf = async ({ draft: { kind, rowId } }: DraftWithSchool) =>
    rowId === null ? undefined : await readContentRow(db, kind, rowId)

  const change = async (asked: { id: number; version: number }, staff: Staff, to: StateChange) => {
    await draftOf(asked.id, staff)
    const changed = await changeDraft(database, asked, { ...to, actor: { staff } })
    if (changed === undefined) throw draftChanged((await draftOf(asked.id, staff)).draft.version)
    return { id: changed.id, version: changed.version }
  }

  const published = async (
    { id, version }: { id: number; version: number },
    { staff, signal, dryRun }: { staff: Staff; signal: AbortSignal; dryRun: boolean },
  ) => {
    const { draft } = await draftOf(id, staff)
    const options = { version, actor: { staff }, dryRun }
    const needs = { database, images, signal, now: now() }
    const outcome = await publish(needs, draft, options).catch((error: unknown) => {
      throw importRefusal(error)
    })
    if (outcome.state !== 'published') throw publishingRefused(outcome)
    return outcome.rowId
  }

  return [
    serveStaff(listDrafts, async ({ input, staff }) => {
      const { rows, total } = await findDrafts(db, { ...input, schoolId: schoolScope(staff) })
      return listPage(input, rows.map(draftItem), total)
    }),
    serveStaff(getDraft, async ({ input: { id }, staff }) => {
      const draft = await draftOf(id, staff)
      const { kind, changes, base, state, rowId, problems, reason } = draft.draft
      const row = await rowOf(draft)
      const isOpen = openStates.includes(state)
      const columns = columnsOfKind(kind)
      const found = isOpen ? await lineProblems(kind, draftLine(kind, row, { base, changes })) : []
      return {
        ...draftItem(draft),
        sections: formSections(kind).map(({ slug, label }) => ({ slug, label })),
        fields: fieldsFor(staff, formFields(kind, { ...row?.values, ...changes })),
        differences: [...columns].flatMap(([field, { label }]) => {
          const after = changes[field]
          return after === undefined ? [] : [{ field, label, before: row?.values[field] ?? '', after }]
        }),
        problems: [...found, ...(problems ?? [])],
        outdated: isOpen && rowId !== null && row?.version !== base,
        reason: reason ?? undefined,
      }
    }),
    serveStaff(
      saveDraft,
      async ({ input, staff }) => {
        const { kind, changes, version } = input
        const existing = input.id === undefined ? undefined : await draftOf(input.id, staff)
        if (existing !== undefined && existing.draft.kind !== kind) throw notFound()
        const rowId = existing === undefined ? input.row_id : existing.draft.rowId
        const row = rowId == null ? undefined : found(await readContentRow(db, kind, rowId))
        if (row !== undefined) assertReachable(staff, row.schoolId ?? null)
        if (existing === undefined && row !== undefined && input.base !== row.version)
          throw new ApiError(codes.conflict, {
            message: '您打开之后，别人改过这条内容，请看过现在的内容再保存',
            data: { row_version: row.version },
          })
        const schoolId = schoolScope(staff)
        const isNew = rowId == null
        const edit = {
          actor: { staff },
          kind,
          row,
          draft: existing && { stored: existing.draft, version: version ?? 0, mayPublish: mayPublish(staff) },
          schoolId: isNew ? schoolId : undefined,
          changes:
            schoolId === undefined
              ? changes
              : { ...withoutSchool(changes), ...(isNew ? await ownSchool(kind, schoolId) : {}) },
        }
        const outcome = await inTurn(staff.id, () => storeDraft(database, edit))
        if (outcome.state === 'refused') throw lineRefused(outcome.problems)
        if (outcome.state === 'unchanged')
          throw invalidFields(isNew ? neededFields(kind) : { row: '没有改动，不用保存' })
        if (outcome.state === 'stale') throw draftChanged(existing?.draft.version)
        return { id: outcome.draft.id, version: outcome.draft.version }
      },
      { maxBodyBytes },
    ),
    serveStaff(publishDraft, async ({ input, request, staff }) => {
      const rowId = await published(input, { staff, signal: request.signal, dryRun: false })
      const { draft } = await draftOf(input.id, staff)
      return { id: draft.id, version: draft.version, row_id: rowId }
    }),
    serveStaff(scheduleDraft, async ({ input, request, staff }) => {
      const publishAt = input.publish_at
      if (publishAt <= now()) throw invalidFields({ publish_at: '这个时间已经过了，请填写以后的时间' })
      await published(input, { staff, signal: request.signal, dryRun: true })
      return change(input, staff, {
        verb: 'schedule',
        values: { state: 'scheduled', publishAt, scheduledById: staff.id, problems: null },
      })
    }),
    serveStaff(reopenDraft, ({ input, staff }) =>
      change(input, staff, { verb: 'reopen', values: { state: 'draft', publishAt: null } }),
    ),
    serveStaff(proposeDraft, ({ input, staff }) =>
      change(input, staff, {
        verb: 'propose',
        from: ['draft', 'refused'],
        values: { state: 'proposed', reason: null },
      }),
    ),
    serveStaff(refuseDraft, ({ input, staff }) =>
      change(input, staff, {
        verb: 'refuse',
        from: ['proposed'],
        values: { state: 'refused', reason: input.reason },
      }),
    ),
    serveStaff(rebaseDraft, async ({ input, staff }) => {
      const draft = await draftOf(input.id, staff)
      const row = found(await rowOf(draft))
      const changes = Object.fromEntries(
        Object.entries(draft.draft.changes).filter(([name, text]) => text !== (row.values[name] ?? '')),
      )
      const values = { base: row.version, changes, problems: null }
      const state = stateAfterEdit(draft.draft, { staff, mayPublish: mayPublish(staff) })
      return change(input, staff, { verb: 'rebase', values: { ...values, ...state } })
    }),
    serveStaff(discardDraft, ({ input, staff }) =>
      change(input, staff, { verb: 'discard', values: { state: 'discarded', publishAt: null } }),
    ),
  ]

  /** The cells by which a new row belongs to a school; 1403 for kinds that belong to none. */
  async function ownSchool(kind: ContentKind, schoolId: number): Promise<Record<string, string>> {
    const reference = (await referencesOfSchools(db, [schoolId])).get(schoolId)
    if (entityOf(kind)?.school !== 'needed' || reference === undefined)
      throw new ApiError(codes.forbidden, { message: '学校只能提交自己学校的内容' })
    const { key, name, city_code: city, district, address } = reference
    return key === null
      ? {
          school_key: '',
          school: name,
          school_city: city,
          school_district: district ?? '',
          school_address: address ?? '',
        }
      : { school_key: key, school: '', school_city: '', school_district: '', school_address: '' }
  }
}

const mayPublish = ({ role }: Staff) => hasRight(role, 'content.write')

/** The cells of a form without those by which a row belongs to a school. */
function withoutSchool(changes: ContentValues): ContentValues {
  return Object.fromEntries(Object.entries(changes).filter(([name]) => !schoolColumns.has(name)))
}

function draftItem({ draft, schoolName }: DraftWithSchool) {
  return {
    id: draft.id,
    version: draft.version,
    kind: draft.kind,
    row_id: draft.rowId ?? undefined,
    title: draft.title,
    state: draft.state,
    author: draft.author,
    school: draft.schoolId === null ? undefined : { id: draft.schoolId, name: schoolName ?? '' },
    updated_at: draft.updatedAt.toISOString(),
    publish_at: draft.publishAt?.toISOString(),
    failed: draft.problems !== null,
  }
}

/** What is asked for of a new row without anything: the first section of its form. */
function neededFields(kind: ContentKind): Record<string, string> {
  const columns = columnsOfKind(kind)
  const [first] = formSections(kind)
  return Object.fromEntries(
    (first?.columns ?? []).flatMap((name) => {
      const column = columns.get(name)
      return column?.needed === true ? [[name, `请填写${column.label}`]] : []
    }),
  )
}
