import { like } from 'drizzle-orm'
import { z } from 'zod'
import type { DatabaseConnection } from '#server/db/connect.ts'
import { idsOfKeys } from '#server/db/content/school-import.ts'
import { event } from '#server/db/schema/index.ts'
import { importGuests } from '#server/services/check-ins/import-guests.ts'
import type { PersonalData } from '#server/services/personal-data/personal-data.ts'
import { readRows } from '../read-rows.ts'
import { rawRows } from './write-files.ts'

/** A line of `files/guests.jsonl` by the columns of a guest list; without `event` of every sample event. */
const listed = z.looseObject({ event: z.string().optional(), school_key: z.string().optional() })

/**
 * Adds invented guests to the sample events, so that the check-in pages show something. All names say 示例 or are those of sample
 * schools, the numbers belong to nobody. Guests that are there already stay as they are.
 */
export async function loadSampleGuests(
  connection: DatabaseConnection,
  personal: PersonalData,
  now: Date = new Date(),
): Promise<void> {
  const guests = readRows('guests.jsonl', listed)
  const schools = await idsOfKeys(
    connection.db,
    guests.flatMap(({ school_key: key }) => key ?? []),
  )
  const events = await connection.db
    .select({ id: event.id, key: event.key, cityCode: event.cityCode })
    .from(event)
    .where(like(event.key, 'sample-fair-%'))
  for (const fair of events) {
    const rows = guests.flatMap(({ event: of = fair.key, school_key: key, ...guest }) => {
      const isStored = key !== undefined && schools.has(key)
      return of === fair.key ? [{ ...guest, ...(isStored && { school_key: key }) }] : []
    })
    const files = [{ name: 'guests.jsonl', rows: rawRows('guests.jsonl', rows) }]
    const { problems } = await importGuests(
      { connection, personal },
      { event: fair, kind: 'parent', files, now },
    )
    if (problems.count > 0) throw new Error(problems.lines().join('\n'))
  }
}
