import { and, asc, desc, eq, isNull, lte, or } from 'drizzle-orm'
import type { getNews, listNews } from '#server/contract/articles/articles.ts'
import type { DataOf, ParsedInputOf } from '#server/contract/endpoint.ts'
import { cityCodeOf } from '../city-code.ts'
import type { Database } from '../connect.ts'
import { countedPage, rowsOf } from '../list-page.ts'
import { importCommitted, visible, type Withdrawn } from '../visible-rows.ts'
import { news } from '../schema/index.ts'
import { withoutNulls } from '../without-nulls.ts'

const columns = {
  id: news.id,
  cityCode: news.cityCode,
  title: news.title,
  summary: news.summary,
  picture: news.picture,
  publishedAt: news.publishedAt,
  updatedAt: news.updatedAt,
  source: news.source,
}

/** Published news of a city together with news of all cities; without a city all news. */
export async function findNewsList(
  db: Database,
  input: ParsedInputOf<typeof listNews>,
  now: Date,
): Promise<DataOf<typeof listNews>> {
  const shown = and(
    visible(news),
    lte(news.publishedAt, now),
    input.city_code && or(eq(news.cityCode, input.city_code), isNull(news.cityCode)),
  )
  const { limit, offset } = rowsOf(input)
  const order = input.sort === 'oldest' ? asc : desc
  const rows = await db
    .select({ item: columns, total: db.$count(news, shown) })
    .from(news)
    .where(shown)
    .orderBy(order(news.publishedAt), order(news.id))
    .limit(limit)
    .offset(offset)
  return countedPage(
    input,
    rows,
    ({ item }) => toItem(item),
    () => db.$count(news, shown),
  )
}

/** One published news item; `withdrawn` for one that was withdrawn, undefined for one that never was. */
export async function findNews(
  db: Database,
  id: number,
  now: Date,
): Promise<DataOf<typeof getNews> | Withdrawn | undefined> {
  const [row] = await db
    .select({ ...columns, body: news.body, author: news.author, withdrawnAt: news.withdrawnAt })
    .from(news)
    .where(and(eq(news.id, id), importCommitted(news), lte(news.publishedAt, now)))
  if (row === undefined) return undefined
  const { withdrawnAt, ...item } = row
  return withdrawnAt === null ? toItem(item) : 'withdrawn'
}

type Columns = { cityCode: string | null; publishedAt: Date; updatedAt: Date }

function toItem<Row extends Columns>({ cityCode, publishedAt, updatedAt, ...row }: Row) {
  return {
    ...withoutNulls(row),
    city_code: cityCodeOf(cityCode),
    published_at: publishedAt.toISOString(),
    updated_at: updatedAt.toISOString(),
  }
}
