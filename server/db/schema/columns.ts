import { integer, jsonb, text, timestamp } from 'drizzle-orm/pg-core'

/** A picture as stored with a row; the shape of the contract's `picture`. */
export type StoredPicture = { src: string; width: number; height: number; color: string; alt?: string }

/** Identity primary key. */
export const identity = () => integer().primaryKey().generatedAlwaysAsIdentity()
/** Timestamp with time zone. */
export const moment = () => timestamp({ withTimezone: true, mode: 'date' })
/** A picture column. */
export const picture = () => jsonb().$type<StoredPicture>()

/**
 * Columns of every content table that imports fill. `key`: the operator's own, when the file has one. `run`:
 * the import that wrote the row; while that import is unfinished the row is hidden. `withdrawnAt`: when it was taken
 * back; from then on it is hidden too, and its own address says so (db/visible-rows.ts).
 */
export const imported = () => ({
  key: text(),
  run: integer().notNull().default(0),
  updatedAt: moment().notNull().defaultNow(),
  withdrawnAt: moment(),
})
