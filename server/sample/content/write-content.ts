import { insertMany } from '#server/db/content/bulk-insert.ts'
import type { Transaction } from '#server/db/connect.ts'
import { takeIds } from '#server/db/content/sample-rows.ts'
import * as schema from '#server/db/schema/index.ts'
import type { SampleCityContent } from './rows.ts'
import { writeOpenDays } from './write-schools.ts'
import type { SchoolIds } from './write-schools.ts'

/** Writes what belongs to a city or to all cities; schools it names have been written. */
export async function writeContent(
  tx: Transaction,
  content: SampleCityContent,
  ids: SchoolIds,
): Promise<void> {
  const idOf = (key: string) => {
    const id = ids.get(key)
    if (id === undefined) throw new Error(`no sample school ${key}`)
    return id
  }
  /** An article names schools by their keys. */
  const withIds = <Row extends { body: string }>(row: Row): Row => ({
    ...row,
    body: row.body.replace(/(?<=\{\{学校 )[^{}]+/gu, (keys) =>
      keys
        .split(' ')
        .map((key) => idOf(key))
        .join(' '),
    ),
  })
  await insertMany(tx, schema.news, content.news.map(withIds))
  await insertMany(tx, schema.course, content.courses)
  await insertMany(tx, schema.planning, content.plannings)
  await insertMany(
    tx,
    schema.promotion,
    content.promotions.map(({ school, ...row }) => ({
      ...row,
      ...(school !== undefined && { schoolId: idOf(school) }),
    })),
  )
  await insertMany(
    tx,
    schema.banner,
    content.banners.map(({ school, ...row }) => ({
      ...row,
      href: school === undefined ? row.href : row.href.replace('{school}', String(idOf(school))),
    })),
  )
  const rankingIds = await takeIds(tx, schema.ranking, content.rankings.length)
  const rankings = content.rankings.map((ranking, index) => ({ ...ranking, id: rankingIds[index] ?? 0 }))
  await insertMany(
    tx,
    schema.ranking,
    rankings.map(({ places: _places, ...row }) => row),
  )
  await insertMany(
    tx,
    schema.rankingPlace,
    rankings.flatMap(({ id, places }) =>
      places.map(({ school, ...row }) => ({ ...row, rankingId: id, schoolId: idOf(school) })),
    ),
  )
  await writeOpenDays(tx, content.openDays)
}
