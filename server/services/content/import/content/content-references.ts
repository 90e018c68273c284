import { sql } from 'drizzle-orm'
import type { Transaction } from '#server/db/connect.ts'
import { findNamedSchools, type NamedSchool } from '#server/db/content/content-import.ts'
import { schoolNamesake } from '#server/db/content/school-identity.ts'
import { cityOfCode } from '#server/contract/cities.ts'
import { districtOfText } from '../rows/region-names.ts'

/** A reference to a school: by key, or by city and name, with its location when a city has several of that name. */
export type SchoolReference = {
  key?: unknown
  name?: unknown
  city?: unknown
  district?: unknown
  address?: unknown
}

/** Returns the id of a referenced school, or a message why it is ambiguous or unknown. */
export type SchoolFinder = (reference: SchoolReference) => number | string

const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined

/** Looks up the schools that a chunk of rows references. */
export async function schoolFinder(
  tx: Transaction,
  asked: readonly SchoolReference[],
): Promise<SchoolFinder> {
  const keys = asked.flatMap(({ key }) => text(key) ?? [])
  const namesakes = asked.flatMap((reference) => namesakeOf(reference) ?? [])
  const known = keys.length + namesakes.length === 0 ? [] : await findNamedSchools(tx, { keys, namesakes })
  const byKey = new Map(
    known.flatMap((school) => (school.key === null ? [] : [[school.key, school.id] as const])),
  )
  const byNamesake = new Map<string, NamedSchool[]>()
  for (const school of known)
    byNamesake.set(school.namesake, [...(byNamesake.get(school.namesake) ?? []), school])

  return (reference) => {
    const key = text(reference.key)
    if (key !== undefined) return byKey.get(key) ?? `没有 key 为“${key}”的学校`
    const city = text(reference.city)
    const district = text(reference.district)
    const place = city === undefined ? undefined : cityOfCode(city)
    const slug = district && place ? (districtOfText(place, district)?.slug ?? district) : undefined
    const candidates = (byNamesake.get(namesakeOf(reference) ?? '') ?? []).filter(
      (school) =>
        (slug === undefined || school.district === slug) &&
        (text(reference.address) === undefined || school.address === text(reference.address)),
    )
    const [only, ...more] = candidates
    if (only === undefined) return `没有找到“${text(reference.name) ?? ''}”这所学校`
    return more.length === 0
      ? only.id
      : `有 ${candidates.length} 所“${text(reference.name) ?? ''}”，要用 school_key 或 school_district、school_address 说明是哪一所`
  }
}

function namesakeOf({ name, city }: SchoolReference): string | undefined {
  const [given, cityCode] = [text(name), text(city)]
  return given === undefined || cityCode === undefined ? undefined : schoolNamesake({ name: given, cityCode })
}

/** A reference to an open day. */
export type OpenDayReference = {
  key?: unknown
  title?: unknown
  cityCode: unknown
  startsAt: unknown
  schoolId: unknown
}

/** The id of a referenced open day, or a message why it is ambiguous or unknown. */
export async function findOpenDay(tx: Transaction, asked: OpenDayReference): Promise<number | string> {
  const { key, title } = asked
  const condition =
    typeof key === 'string'
      ? sql`key = ${key}`
      : sql`title = ${title} and city_code = ${asked.cityCode} and starts_at = ${asked.startsAt}::timestamptz
          and school_id is not distinct from ${asked.schoolId ?? null}::integer`
  const { rows } = await tx.execute<{ id: number }>(
    sql`select id from open_day where ${condition} order by id limit 2`,
  )
  const [only, ...more] = rows
  if (only === undefined) return '没有这个开放日'
  return more.length === 0 ? only.id : '有几个这样的开放日，要用 open_day_key 说明是哪一个'
}
