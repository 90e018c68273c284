import { and, asc, eq, isNull, or, sql } from 'drizzle-orm'
import type { listBanners } from '#server/contract/articles/banners.ts'
import type { DataOf, ParsedInputOf } from '#server/contract/endpoint.ts'
import type { Database } from '../connect.ts'
import { countedPage, rowsOf } from '../list-page.ts'
import { visible, withHidden } from '../visible-rows.ts'
import { banner, school } from '../schema/index.ts'
import { withoutNulls } from '../without-nulls.ts'

/** Banners of one place: a city's together with those of all cities, in the operator's order. */
export async function findBanners(
  db: Database,
  input: ParsedInputOf<typeof listBanners>,
): Promise<DataOf<typeof listBanners>> {
  const { city_code, place } = input
  const { limit, offset } = rowsOf(input)
  const which = and(
    visible(banner),
    sql`not exists (select from ${withHidden(school)} gone where gone.withdrawn_at is not null
      and ${banner.href} like '/school/' || gone.id || '/%')`,
    eq(banner.place, place),
    city_code && or(eq(banner.cityCode, city_code), isNull(banner.cityCode)),
  )
  const rows = await db
    .select({
      total: sql<number>`count(*) over ()::int`,
      id: banner.id,
      title: banner.title,
      subtitle: banner.subtitle,
      href: banner.href,
      picture: banner.picture,
      paid: banner.paid,
    })
    .from(banner)
    .where(which)
    .orderBy(asc(banner.position), asc(banner.id))
    .limit(limit)
    .offset(offset)
  const itemOf = ({ total: _total, ...row }: (typeof rows)[number]) => withoutNulls(row)
  return countedPage(input, rows, itemOf, () => db.$count(banner, which))
}
