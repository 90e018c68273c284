import { and, asc, eq } from 'drizzle-orm'
import type { DatabaseConnection } from '#server/db/connect.ts'
import { raiseContentVersion, announceContent } from '#server/db/articles/content-version.ts'
import { insertGuests } from '#server/db/check-ins/guest-list.ts'
import { event, school } from '#server/db/schema/index.ts'
import { guestColumns, type Guest } from '#server/services/check-ins/guest-columns.ts'
import type { PersonalData } from '#server/services/personal-data/personal-data.ts'

const dayMs = 86_400_000
const fairs = [
  { cityCode: '4403', title: '深圳国际学校择校咨询月（示例）', place: '示例会展中心 3 号馆（示例地址）' },
  { cityCode: '4401', title: '广州国际学校择校咨询月（示例）', place: '示例文化中心 1 层（示例地址）' },
  { cityCode: '1101', title: '北京国际学校择校咨询月（示例）', place: '示例展览馆东厅（示例地址）' },
] as const
const familyNames = Array.from('王李张刘陈杨黄吴赵周徐孙马朱胡')
const parents = ['示例甲', '示例乙'] as const
/** So many of a city's sample schools have a stand, instead of the first that follow. */
const shownSchools = 3
const exhibitors = [
  '示例国际学校',
  '示例双语学校',
  '示例书院',
  '示例升学顾问',
  '示例研学中心',
  '示例营地',
] as const

/**
 * Fills an event that runs for a month in three cities with invented guests, 30 families and 6 exhibitors each, so
 * that the check-in pages show something. All names say 示例 or are those of sample schools, the numbers belong to
 * nobody. Does nothing when they are there.
 */
export async function loadSampleGuests(
  connection: DatabaseConnection,
  personal: PersonalData,
  now: Date = new Date(),
): Promise<void> {
  const midnight = Math.floor((now.getTime() + 8 * 3_600_000) / dayMs) * dayMs - 8 * 3_600_000
  const version = await connection.db.transaction(async (tx) => {
    for (const fair of fairs) {
      const key = `sample-fair-${fair.cityCode}`
      await tx.delete(event).where(eq(event.key, key))
      const [added] = await tx
        .insert(event)
        .values({
          ...fair,
          key,
          startsAt: new Date(midnight + 9 * 3_600_000),
          endsAt: new Date(midnight + 30 * dayMs + 18 * 3_600_000),
        })
        .returning({ id: event.id })
      if (added === undefined) throw new Error('a sample event was not stored')
      const hosts = await tx
        .select({ id: school.id, name: school.name })
        .from(school)
        .where(and(eq(school.cityCode, fair.cityCode), eq(school.sample, true)))
        .orderBy(asc(school.id))
        .limit(shownSchools)
      const rows = sampleGuests(hosts).map((guest) => guestColumns(personal, added.id, guest, now))
      await insertGuests(tx, added.id, rows)
    }
    return raiseContentVersion(tx)
  })
  await announceContent(connection, version)
}

function sampleGuests(hosts: readonly { id: number; name: string }[]): Guest[] {
  const families = familyNames.flatMap((family, at) =>
    parents.map((given, which): Guest => ({
      kind: 'parent',
      source: 'import',
      name: `${family}${given}`,
      phone: `+861990000${String(1000 + at * 2 + which)}`,
      partySize: 1 + ((at + which) % 4),
    })),
  )
  const stands = exhibitors.map((name, at): Guest => ({
    kind: 'exhibitor',
    source: 'import',
    name: `${familyNames[at] ?? ''}示例丙`,
    phone: `+861990000${String(2000 + at)}`,
    organisation: hosts[at]?.name ?? name,
    booth: `A${at + 1}`,
    schoolId: hosts[at]?.id,
  }))
  return [...families, ...stands]
}
