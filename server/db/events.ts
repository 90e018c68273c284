import { and, asc, desc, eq, sql } from 'drizzle-orm'
import type { listEvents } from '#server/contract/content.ts'
import type { DataOf, ParsedInputOf } from '#server/contract/endpoint.ts'
import { cityCodeOf } from './city-code.ts'
import type { Database } from './connect.ts'
import { listPage, rowsOf } from './list-page.ts'
import { published } from './published.ts'
import { event } from './schema/index.ts'
import { withoutNulls } from './without-nulls.ts'

/** Events with check-in: coming and running ones first, then past ones, the latest of them first. */
export async function findEvents(
  db: Database,
  input: ParsedInputOf<typeof listEvents>,
  now: Date,
): Promise<DataOf<typeof listEvents>> {
  const asked = and(published(event), input.city_code && eq(event.cityCode, input.city_code))
  const { limit, offset } = rowsOf(input)
  const past = sql<boolean>`${event.endsAt} <= ${now.toISOString()}::timestamptz`
  const order = input.sort === 'latest' ? desc : asc
  const [rows, total] = await Promise.all([
    db
      .select({
        id: event.id,
        cityCode: event.cityCode,
        title: event.title,
        place: event.place,
        startsAt: event.startsAt,
        endsAt: event.endsAt,
      })
      .from(event)
      .where(asked)
      .orderBy(
        past,
        sql`case when ${past} then ${event.startsAt} end desc`,
        order(event.startsAt),
        asc(event.id),
      )
      .limit(limit)
      .offset(offset),
    db.$count(event, asked),
  ])
  const items = rows.map(({ cityCode, startsAt, endsAt, ...row }) => ({
    ...withoutNulls(row),
    city_code: cityCodeOf(cityCode),
    starts_at: startsAt.toISOString(),
    ends_at: endsAt.toISOString(),
  }))
  return listPage(input, items, total)
}
