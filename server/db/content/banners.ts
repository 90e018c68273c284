import { and, asc, eq, isNull, or, sql } from 'drizzle-orm'
import type { listBanners } from '#server/contract/banners.ts'
import type { DataOf, ParsedInputOf } from '#server/contract/endpoint.ts'
import type { Database } from '../connect.ts'
import { visible, withHidden } from '../visible-rows.ts'
import { banner, school } from '../schema/index.ts'
import { withoutNulls } from '../without-nulls.ts'

/** Banners of one place: a city's together with those of all cities, in the operator's order. */
export async function findBanners(
  db: Database,
  { city_code, place }: ParsedInputOf<typeof listBanners>,
): Promise<DataOf<typeof listBanners>> {
  const rows = await db
    .select({
      id: banner.id,
      title: banner.title,
      subtitle: banner.subtitle,
      href: banner.href,
      picture: banner.picture,
      paid: banner.paid,
    })
    .from(banner)
    .where(
      and(
        visible(banner),
        sql`not exists (select from ${withHidden(school)} gone where gone.withdrawn_at is not null
          and ${banner.href} like '/school/' || gone.id || '/%')`,
        eq(banner.place, place),
        city_code && or(eq(banner.cityCode, city_code), isNull(banner.cityCode)),
      ),
    )
    .orderBy(asc(banner.position), asc(banner.id))
  return rows.map(withoutNulls)
}
