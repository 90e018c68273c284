import { integer, jsonb, timestamp } from 'drizzle-orm/pg-core'

/** A picture as stored with a row; the shape of the contract's `picture`. */
export type StoredPicture = { src: string; width: number; height: number; color: string; alt?: string }

/** Identity primary key. */
export const identity = () => integer().primaryKey().generatedAlwaysAsIdentity()
/** A moment, with time zone. */
export const moment = () => timestamp({ withTimezone: true, mode: 'date' })
/** A picture column. */
export const picture = () => jsonb().$type<StoredPicture>()
