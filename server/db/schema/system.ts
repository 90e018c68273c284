import { sql } from 'drizzle-orm'
import { bigint, check, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { identity, moment } from './columns.ts'
import { staffMember } from './staff.ts'

/** Jobs, written in the transaction that asks for them, done once over all processes. */
export const outbox = pgTable(
  'outbox',
  {
    id: identity(),
    kind: text().notNull(),
    payload: jsonb().notNull(),
    /** Jobs that share one are done in the order of their ids, each after the one before it. */
    sequenceKey: text('sequence_key'),
    tries: integer().notNull().default(0),
    dueAt: moment().notNull().defaultNow(),
    doneAt: moment(),
    error: text(),
    createdAt: moment().notNull().defaultNow(),
  },
  (table) => [
    index('outbox_due')
      .on(table.dueAt)
      .where(sql`${table.doneAt} is null`),
    index('outbox_sequence')
      .on(table.sequenceKey, table.id)
      .where(sql`${table.doneAt} is null`),
  ],
)

/** One row: the version that every write to content raises; caches carry it. */
export const contentVersion = pgTable(
  'content_version',
  {
    id: integer().primaryKey().default(1),
    version: bigint({ mode: 'number' }).notNull().default(0),
  },
  (table) => [check('content_version_one_row', sql`${table.id} = 1`)],
)

/** Changed fields: values before and after, or `changed` where they are personal. */
export type FieldChanges = Readonly<Record<string, readonly [unknown, unknown] | 'changed'>>

/**
 * What members of the staff and operators' commands changed or took out, who and when. Rows are only added: the
 * migration's triggers refuse to change one, but for `rows`, which grows while a command runs, and to delete one within
 * its retention.
 */
export const accessLog = pgTable(
  'access_log',
  {
    id: identity(),
    /** Such as `import`, or `staff members change` for a page. */
    command: text().notNull(),
    /**
     * The member's name; for commands the operator's account on the machine, after the name that OPERATOR or
     * --operator gives.
     */
    operator: text().notNull(),
    /** The member; null for commands. */
    staffId: integer('staff_id').references(() => staffMember.id),
    /** The record that was changed or shown, such as `lead:484Q03SY1T` or `school:12`. */
    record: text(),
    changes: jsonb().$type<FieldChanges>(),
    /** What the command was called for; nothing of a person. */
    details: jsonb().notNull(),
    rows: integer().notNull(),
    at: moment().notNull().defaultNow(),
  },
  (table) => [
    index('access_log_at').on(table.at),
    index('access_log_record').on(table.record, table.id),
    index('access_log_staff').on(table.staffId, table.id),
  ],
)

/** Addresses that a search engine has been told of, and how new each was then. */
export const pushedAddress = pgTable('pushed_address', {
  address: text().primaryKey(),
  /** When its content had last changed; null where the site knows no such moment. */
  changedAt: moment(),
  pushedAt: moment().notNull().defaultNow(),
})

/**
 * Counts of rate limits: attempts of a client within a window. The key is an HMAC of the limit's name and the
 * client's network.
 */
export const actCount = pgTable(
  'act_count',
  {
    keyHash: text('key_hash').primaryKey(),
    count: integer().notNull(),
    endsAt: moment().notNull(),
  },
  (table) => [index('act_count_ends').on(table.endsAt)],
)

/**
 * One row: which key the personal data of this database is encrypted with. `previousId` stands while another one is being
 * brought in. `keptMarks`: keys of marks that only clients could make anew, of an earlier data key, encrypted with this one.
 */
export const dataKey = pgTable(
  'data_key',
  {
    id: integer().primaryKey().default(1),
    keyId: text('key_id').notNull(),
    previousId: text('previous_id'),
    retainedIndexKeys: text('kept_marks'),
    changedAt: moment().notNull().defaultNow(),
  },
  (table) => [check('data_key_one_row', sql`${table.id} = 1`)],
)
