import { sql } from 'drizzle-orm'
import { check, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import type { ContentKind, draftStates } from '#server/contract/staff/content.ts'
import { identity, moment } from './columns.ts'
import { school } from './school.ts'
import { staffMember } from './staff.ts'

/** A fault of a draft; without a field it is about the whole row. */
export type DraftProblem = { field?: string | undefined; message: string }

/** Changes of one row of content, or a new row, that staff write on pages and publish as an import of that row. */
export const contentDraft = pgTable(
  'content_draft',
  {
    id: identity(),
    kind: text().notNull().$type<ContentKind>(),
    /** The row that it changes; null: it makes a new one. */
    rowId: integer('row_id'),
    /** The school that the row is or belongs to, which decides who of the role `school` reaches it. */
    schoolId: integer('school_id').references(() => school.id, { onDelete: 'cascade' }),
    title: text().notNull(),
    /** The row's `updated_at` that it was made from; null for a new row. */
    base: text(),
    /** Cells of a CSV file by column; an empty one clears. Lists as JSON rows by column. */
    changes: jsonb().$type<Record<string, string>>().notNull(),
    state: text().notNull().default('draft').$type<(typeof draftStates)[number]>(),
    authorId: integer('author_id').references(() => staffMember.id, { onDelete: 'set null' }),
    author: text().notNull(),
    /** Raised by every change. */
    version: integer().notNull().default(1),
    publishAt: moment(),
    /** Who answers for a scheduled publishing, which is done in this member's name: who scheduled it, or edited it since. */
    scheduledById: integer('scheduled_by_id').references(() => staffMember.id, { onDelete: 'set null' }),
    /** Why it was refused. */
    reason: text(),
    /** Faults of the last scheduled publishing. */
    problems: jsonb().$type<DraftProblem[]>(),
    createdAt: moment().notNull().defaultNow(),
    updatedAt: moment().notNull().defaultNow(),
  },
  (table) => [
    index('content_draft_row').on(table.kind, table.rowId),
    index('content_draft_state').on(table.state, table.updatedAt),
    index('content_draft_school').on(table.schoolId),
    check(
      'content_draft_state',
      sql`${table.state} in ('draft', 'proposed', 'scheduled', 'refused', 'published', 'discarded')`,
    ),
  ],
)
