import { eq, sql } from 'drizzle-orm'
import type { Database, Transaction } from '../connect.ts'
import {
  banner,
  course,
  event,
  news,
  openDay,
  planning,
  promotion,
  ranking,
  school,
} from '../schema/index.ts'

/** Whether the database holds any school at all. */
export async function hasSchools(db: Database): Promise<boolean> {
  const rows = await db.select({ id: school.id }).from(school).limit(1)
  return rows.length > 0
}

/** What `source` of sample rows begins with. */
export const sampleSource = '示例数据'

/** Removes every sample school and all sample content; what an operator wrote stays. */
export async function removeSample(tx: Transaction): Promise<void> {
  await tx.execute(sql`delete from ${event} where ${event.key} like 'sample-fair-%' or ${event.openDayId} in (
    select ${openDay.id} from ${openDay} left join ${school} on ${school.id} = ${openDay.schoolId}
    where ${school.sample} or (${openDay.schoolId} is null and ${openDay.place} like '%（示例地址）'))`)
  await tx.execute(sql`delete from ${openDay} where ${openDay.schoolId} is null
    and ${openDay.place} like '%（示例地址）'`)
  await tx.execute(sql`delete from ${school} where ${school.sample}`)
  for (const table of [news, ranking]) {
    await tx.execute(sql`delete from ${table} where ${table.source} like ${`${sampleSource}%`}`)
  }
  for (const table of [course, planning, promotion, banner]) {
    await tx.execute(sql`delete from ${table} where ${table.picture} ->> 'alt' like '%（示例插图）'`)
  }
}

/** How many schools are invented. */
export async function countSampleSchools(tx: Transaction): Promise<number> {
  return tx.$count(school, eq(school.sample, true))
}
