import { sql, type SQL } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { recipientOf } from './recipients.ts'
import { openDay } from './schema/index.ts'
import { visible } from './visible-rows.ts'

const day = alias(openDay, 'day')

/** Start of the next open day of a school that can still be booked, as a subquery. */
export function nextOpenDayOf(schoolId: SQL): SQL {
  return sql`(
    select min(day.starts_at) from ${openDay} as day
    where day.school_id = ${schoolId} and ${visible(day)} and day.cancelled_at is null
      and coalesce(day.booking_closes_at, day.starts_at) > now()
      and (day.capacity is null or day.taken < day.capacity)
      and ${recipientOf(schoolId)} is not null
  )`
}
