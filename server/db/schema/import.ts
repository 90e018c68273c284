import { sql } from 'drizzle-orm'
import { boolean, check, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { moment } from './columns.ts'

/**
 * At most one row: the import that is being written. Rows that carry its id are hidden until it is committed, which
 * deletes this row; when its process died instead, the next import or start removes what it had written.
 */
export const importRun = pgTable(
  'import_run',
  {
    slot: integer().primaryKey().default(1),
    id: integer().notNull().unique().generatedAlwaysAsIdentity(),
    /** Schools with a higher id may belong to this import. */
    afterSchoolId: integer('after_school_id').notNull(),
    /** The same for every other table, by its name. */
    after: jsonb().$type<Record<string, number>>().notNull().default({}),
    /** Who imports: host and process id. */
    holder: text().notNull(),
    startedAt: moment().notNull().defaultNow(),
  },
  (table) => [check('import_run_one_row', sql`${table.slot} = 1`)],
)

/** What the import that is being written will change about a published school. */
export const importChange = pgTable('import_change', {
  schoolId: integer('school_id').primaryKey(),
  /** Changed columns of `school` with their new values. */
  facts: jsonb().notNull(),
  /** All other names from then on, as `{kind, name}`; null leaves them. */
  names: jsonb(),
  /** All texts from then on of the parts it names, as `{about: [{title, body}]}`. */
  sections: jsonb(),
  /** All rows from then on of the lists it names (import/school-lists.ts), as `{fees: [{label, amount}]}`; null leaves them. */
  lists: jsonb(),
  /** Whether a new search row waits beside the published one. */
  searched: boolean().notNull(),
})

/** What the import that is being written will change about a published row of any other table. */
export const importContentChange = pgTable(
  'import_content_change',
  {
    /** Name of the table. */
    content: text().notNull(),
    rowId: integer('row_id').notNull(),
    /** Changed columns with their new values. */
    facts: jsonb().notNull(),
    /** All rows that belong to this one from then on, such as the answers to a question; null leaves them. */
    children: jsonb(),
    /** The row's `updated_at` when the change was staged; null: it is not compared. */
    rowUpdatedAt: moment(),
  },
  (table) => [primaryKey({ columns: [table.content, table.rowId] })],
)

/** The pictures that the import that is being written brought into the store: they go again when it is discarded. */
export const importPicture = pgTable('import_picture', { hash: text().primaryKey() })

/**
 * What people said that headers are which their kind of file does not know: the next file with such a header is read so. Headers
 * of guest lists too.
 */
export const importColumn = pgTable(
  'import_column',
  {
    kind: text().notNull(),
    name: text().notNull(),
    /** A column of the kind; '' for one that is left out. */
    meaning: text().notNull(),
    saidAt: moment().notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.name] })],
)

/** Every import that was committed, and the one that is being written; `undone…` once it was undone. */
export const importRecord = pgTable('import_record', {
  /** The id of its `import_run`. */
  id: integer().primaryKey(),
  operator: text().notNull(),
  /** Names of its files; of an undo, which import it undid. */
  files: jsonb().$type<string[]>().notNull(),
  /** Rows added, changed, unchanged and merged of each kind. */
  sums: jsonb().$type<object[]>().notNull().default([]),
  publishedAt: moment(),
  undoneAt: moment(),
  undoneBy: text(),
  /** The draft that was published by it; null for files. */
  draftId: integer('draft_id'),
})

/** The rows that an import added or changed, as they were before: what an undo restores. */
export const importPrevious = pgTable(
  'import_previous',
  {
    importId: integer()
      .notNull()
      .references(() => importRecord.id, { onDelete: 'cascade' }),
    /** Name of the table. */
    content: text().notNull(),
    rowId: integer().notNull(),
    /** The row with all that belongs to it; null for a row that the import added. */
    previous: jsonb(),
    /** The row's `updated_at` is at least this once the import is committed; null: the moment of publishing. */
    writtenAt: moment(),
  },
  (table) => [primaryKey({ columns: [table.importId, table.content, table.rowId] })],
)
