import { and, asc, desc, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import type { listRankings } from '#server/contract/schools/rankings.ts'
import type { DataOf, ParsedInputOf } from '#server/contract/endpoint.ts'
import { cityCodeOf } from '../city-code.ts'
import type { Database } from '../connect.ts'
import { listPage, rowsOf } from '../list-page.ts'
import { importCommitted, visible, type Withdrawn } from '../visible-rows.ts'
import { schoolCardColumns, toSchoolCard } from './school-card.ts'
import { ranking, rankingPlace, school } from '../schema/index.ts'
import { withoutNulls } from '../without-nulls.ts'

type Rankings = DataOf<typeof listRankings>
type Place = Rankings['items'][number]['places'][number]

const rankingColumns = {
  id: ranking.id,
  cityCode: ranking.cityCode,
  slug: ranking.slug,
  title: ranking.title,
  year: ranking.year,
  method: ranking.method,
  source: ranking.source,
  paid: ranking.paid,
  parts: ranking.parts,
}

/** Ranked lists of a city or of all, each with its places. */
export async function findRankings(
  db: Database,
  input: ParsedInputOf<typeof listRankings>,
): Promise<Rankings> {
  const asked = and(visible(ranking), input.city_code && eq(ranking.cityCode, input.city_code))
  const { limit, offset } = rowsOf(input)
  const year = input.sort === 'oldest' ? asc(ranking.year) : desc(ranking.year)
  const rows = await db
    .select({
      ...rankingColumns,
      // Counted with the rows, so that the places are the second and last statement.
      total: sql<string>`count(*) over ()`,
    })
    .from(ranking)
    .where(asked)
    .orderBy(year, asc(ranking.position), asc(ranking.id))
    .limit(limit)
    .offset(offset)

  const [first] = rows
  if (first === undefined) return listPage(input, [], offset === 0 ? 0 : await db.$count(ranking, asked))
  const places = await findPlaces(
    db,
    rows.map(({ id }) => id),
  )
  const items = rows.map(({ cityCode, total: _total, ...row }) => ({
    ...withoutNulls(row),
    city_code: cityCodeOf(cityCode),
    places: places.get(row.id) ?? [],
  }))
  return listPage(input, items, Number(first.total))
}

/** One ranked list with its places; `withdrawn` for one that was withdrawn, undefined for an unknown id. */
export async function findRanking(
  db: Database,
  id: number,
): Promise<Rankings['items'][number] | Withdrawn | undefined> {
  const [row] = await db
    .select(rankingColumns)
    .from(ranking)
    .where(and(eq(ranking.id, id), visible(ranking)))
  if (row === undefined) {
    const [gone] = await db
      .select({ id: ranking.id })
      .from(ranking)
      .where(and(eq(ranking.id, id), importCommitted(ranking), isNotNull(ranking.withdrawnAt)))
    return gone && 'withdrawn'
  }
  const { cityCode, ...facts } = row
  const places = await findPlaces(db, [id])
  return { ...withoutNulls(facts), city_code: cityCodeOf(cityCode), places: places.get(id) ?? [] }
}

async function findPlaces(db: Database, rankingIds: number[]): Promise<Map<number, Place[]>> {
  const rows = await db
    .select({
      rankingId: rankingPlace.rankingId,
      place: rankingPlace.place,
      score: rankingPlace.score,
      note: rankingPlace.note,
      parts: rankingPlace.parts,
      card: schoolCardColumns,
    })
    .from(rankingPlace)
    .innerJoin(school, eq(school.id, rankingPlace.schoolId))
    .where(and(inArray(rankingPlace.rankingId, rankingIds), visible(school)))
    .orderBy(asc(rankingPlace.rankingId), asc(rankingPlace.place))
  const byRanking = new Map<number, Place[]>()
  for (const { rankingId, card, ...place } of rows) {
    const places = byRanking.get(rankingId) ?? []
    byRanking.set(rankingId, [...places, { ...withoutNulls(place), school: toSchoolCard(card) }])
  }
  return byRanking
}
