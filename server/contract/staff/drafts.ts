import { z } from 'zod'
import { id, listFields, listOf, moment } from '../fields.ts'
import { contentDifference, contentField, contentKind, contentSections, draftStates } from './content.ts'
import { unlessEmpty } from './empty-field.ts'
import { staffEndpoint } from './staff-endpoint.ts'
import { chinaMinute } from './written-fields.ts'

/** The version of a draft that a change is made from. */
const version = z.coerce.number('版本不正确').int('版本不正确').min(1, '版本不正确')

const draftRow = z.object({
  id: z.int(),
  version: z.int(),
  kind: contentKind,
  /** The row that it changes; absent: it makes a new one. */
  row_id: z.int().optional(),
  title: z.string(),
  state: z.enum(draftStates),
  author: z.string(),
  school: z.object({ id: z.int(), name: z.string() }).optional(),
  updated_at: moment,
  /** When a scheduled one is published. */
  publish_at: moment.optional(),
  /** Whether a scheduled publishing failed. */
  failed: z.boolean(),
})

/** Drafts, the latest change first; without `state` those that are not finished. A school sees those of its own school. */
export const listDrafts = staffEndpoint({
  method: 'GET',
  path: '/api/staff/drafts',
  summary: '草稿',
  right: 'content.propose',
  input: z.object({
    state: unlessEmpty(z.enum(draftStates, '状态不正确')),
    kind: unlessEmpty(contentKind),
    page: listFields.page,
    page_size: listFields.page_size,
  }),
  data: listOf(draftRow),
})

/** One draft with the fields of its form, what it changes, and what is wrong with it. */
export const getDraft = staffEndpoint({
  method: 'GET',
  path: '/api/staff/drafts/{id}',
  summary: '一份草稿',
  right: 'content.propose',
  input: z.object({ id }),
  data: draftRow.extend({
    sections: contentSections,
    /** With the draft's values. */
    fields: z.array(contentField),
    differences: z.array(contentDifference),
    /** What would be refused when it is published now; without `field` it is about the whole row. */
    problems: z.array(z.object({ field: z.string().optional(), message: z.string() })),
    /** Whether the row was changed since the draft was made: publishing it answers 1409 until it is compared (`rebaseDraft`). */
    outdated: z.boolean(),
    /** Why it was refused. */
    reason: z.string().optional(),
  }),
})

/**
 * Stores fields of a draft: of draft `id`, or of a new one about row `row_id` of `kind`, or of a new row. `changes`: values
 * by field as cells of a CSV file, an empty one clears; lists as JSON rows by column. Fields left out stay. Refused field by
 * field (`data.fields`), and 1409 when the draft was changed since `version`, `data.version` being the one of now; 1503 while five saves of the member run.
 */
export const saveDraft = staffEndpoint({
  method: 'POST',
  path: '/api/staff/drafts',
  summary: '保存草稿',
  right: 'content.propose',
  input: z.object({
    id: unlessEmpty(id),
    version: unlessEmpty(version),
    kind: contentKind,
    row_id: unlessEmpty(id),
    /** The version of the row that the form showed. */
    base: unlessEmpty(z.string().max(40)),
    changes: z.record(z.string().max(40), z.string().max(200_000, '内容太长')),
  }),
  data: z.object({ id: z.int(), version: z.int() }),
})

const changed = z.object({ id: z.int(), version: z.int() })
const oneDraft = z.object({ id, version })

/**
 * Publishes a draft at once, with the checks of an import. 1001 with `fields` for what is wrong, 1409 when the draft or its
 * row was changed meanwhile, 1503 while an import runs.
 */
export const publishDraft = staffEndpoint({
  method: 'POST',
  path: '/api/staff/drafts/{id}/publish',
  summary: '发布草稿',
  right: 'content.write',
  input: oneDraft,
  data: changed.extend({ row_id: z.int() }),
})

/** Publishes a draft at a time in China, `2026-12-01T09:30`; it is checked now and again then. */
export const scheduleDraft = staffEndpoint({
  method: 'POST',
  path: '/api/staff/drafts/{id}/schedule',
  summary: '定时发布',
  right: 'content.write',
  input: oneDraft.extend({ publish_at: chinaMinute }),
  data: changed,
})

/** Makes a scheduled or proposed draft an ordinary one again. */
export const reopenDraft = staffEndpoint({
  method: 'POST',
  path: '/api/staff/drafts/{id}/reopen',
  summary: '改回草稿',
  right: 'content.propose',
  input: oneDraft,
  data: changed,
})

/** Asks the editors to publish a draft. */
export const proposeDraft = staffEndpoint({
  method: 'POST',
  path: '/api/staff/drafts/{id}/propose',
  summary: '提交草稿',
  right: 'content.propose',
  input: oneDraft,
  data: changed,
})

/** Refuses a proposed draft; its author reads why. */
export const refuseDraft = staffEndpoint({
  method: 'POST',
  path: '/api/staff/drafts/{id}/refuse',
  summary: '退回草稿',
  right: 'content.write',
  input: oneDraft.extend({
    reason: z.string('请填写原因').trim().min(1, '请填写原因').max(500, '原因最多 500 个字'),
  }),
  data: changed,
})

/** Bases an outdated draft on the row as it is now: its changes stay, everything else is the row's. */
export const rebaseDraft = staffEndpoint({
  method: 'POST',
  path: '/api/staff/drafts/{id}/rebase',
  summary: '按现在的内容继续',
  right: 'content.propose',
  input: oneDraft,
  data: changed,
})

/** Throws a draft away. */
export const discardDraft = staffEndpoint({
  method: 'POST',
  path: '/api/staff/drafts/{id}/discard',
  summary: '放弃草稿',
  right: 'content.propose',
  input: oneDraft,
  data: changed,
})
